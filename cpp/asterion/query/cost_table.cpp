// Instantiates tables of costs once for all users.
#include "asterion/query/cost_table.hpp"

namespace asterion {

template ZeroedArray<double> cost_table(GridView&, const std::vector<NodeId>&,
                                        const std::vector<NodeId>&, unsigned);
template ZeroedArray<double> cost_table(Network&, const std::vector<NodeId>&,
                                        const std::vector<NodeId>&, unsigned);

}  // namespace asterion
