// Instantiates fields of costs once for all users.
#include "asterion/query/distances.hpp"

namespace asterion {

template ZeroedArray<double> distances(GridView&, const std::vector<NodeId>&, bool, double);
template ZeroedArray<double> field(GridView&, const Sources&, bool, double);
template ZeroedArray<double> distances(Network&, const std::vector<NodeId>&, bool, double);
template ZeroedArray<double> field(Network&, const Sources&, bool, double);

}  // namespace asterion
