// Indices of grids and graphs, compiled once for all that ask one.
#include "asterion/index/index.hpp"

namespace asterion {

template class Index<Terrain>;
template class Index<Network>;

}  // namespace asterion
