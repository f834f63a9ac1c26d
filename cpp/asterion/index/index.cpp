// Instantiates the indices of grids and graphs once for all users.
#include "asterion/index/index.hpp"

namespace asterion {

template class Index<GridView>;
template class Index<Network>;

}  // namespace asterion
