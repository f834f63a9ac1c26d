// Instantiates the searches on grids that record their events, once for all users.
#include "asterion/query/grid_query.hpp"

namespace asterion {

template std::unique_ptr<SearchRun> make_search<Recorder>(const GridView&, const NodeList&,
                                                          const Goals&, const Query&);

}  // namespace asterion
