// The searches on grids that record what they do, compiled once.
#include "asterion/query/grid_query.hpp"

namespace asterion {

template std::unique_ptr<SearchRun> make_search<Recorder>(const Terrain&, const NodeList&,
                                                          const Goals&, const Query&);

}  // namespace asterion
