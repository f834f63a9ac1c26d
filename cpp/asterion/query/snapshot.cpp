// Instantiates copies of worlds once for all users.
#include "asterion/query/snapshot.hpp"

namespace asterion {

template class Snapshot<Terrain>;
template class Snapshot<Network>;

}  // namespace asterion
