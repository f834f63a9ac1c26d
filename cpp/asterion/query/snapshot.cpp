// Instantiates copies of worlds once for all users.
#include "asterion/query/snapshot.hpp"

namespace asterion {

template class Snapshot<GridView>;
template class Snapshot<Network>;

}  // namespace asterion
