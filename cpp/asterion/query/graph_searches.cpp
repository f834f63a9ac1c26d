// The searches on graphs, compiled once for all that start one.
#include "asterion/query/graph_query.hpp"

namespace asterion {

template std::unique_ptr<SearchRun> make_search<Silent>(const Network&, const NodeList&,
                                                        const Goals&, const Query&);
template std::unique_ptr<SearchRun> make_search<Recorder>(const Network&, const NodeList&,
                                                          const Goals&, const Query&);

}  // namespace asterion
