// Copies of worlds, compiled once for all that search one.
#include "asterion/query/snapshot.hpp"

namespace asterion {

template class Snapshot<Terrain>;
template class Snapshot<Network>;

}  // namespace asterion
