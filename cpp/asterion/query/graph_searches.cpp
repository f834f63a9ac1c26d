// Instantiates the searches on graphs once for all users.
#include "asterion/query/graph_query.hpp"

namespace asterion {

template std::unique_ptr<SearchRun> make_search<Silent>(const Network&, const NodeList&,
                                                        const Goals&, const Query&);
template std::unique_ptr<SearchRun> make_search<Recorder>(const Network&, const NodeList&,
                                                          const Goals&, const Query&);

}  // namespace asterion
