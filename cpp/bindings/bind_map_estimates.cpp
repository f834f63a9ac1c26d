#include "asterion/heuristics/cluster_estimates.hpp"
#include "asterion/query/landmark_costs.hpp"
#include "bindings/bindings.hpp"
#include "bindings/collected.hpp"
#include "bindings/columns.hpp"

namespace asterion::bindings {
namespace {

// Over arrays that do not change.
class ArrayClusters final : public ClusterEstimates {
 public:
  using Labels = Column<std::int64_t>;
  using Costs = Table<double, 2>;
  ArrayClusters(Labels labels, Costs costs, ClusterVariant variant, HeuristicKind line)
      : ClusterEstimates({labels.shape(0), labels.data(), costs.data(), costs.shape(0)}, variant,
                         line),
        labels_(std::move(labels)),
        costs_(std::move(costs)) {}

 private:
  Labels labels_;
  Costs costs_;
};

std::shared_ptr<MapEstimates> clusters_of(ArrayClusters::Labels labels, ArrayClusters::Costs costs,
                                          bool lecture, HeuristicKind line) {
  const auto regions = static_cast<std::int64_t>(costs.shape(0));
  if (costs.shape(1) != costs.shape(0)) throw BadValue("a table has as many columns as rows");
  for (std::size_t node = 0; node < labels.shape(0); ++node)
    if (labels.data()[node] >= regions) throw BadValue("a label is beyond the table");
  const auto variant = lecture ? ClusterVariant::lecture : ClusterVariant::admissible;
  return std::make_shared<ArrayClusters>(std::move(labels), std::move(costs), variant, line);
}

template <World G>
void check(const G& view, const std::vector<NodeId>& nodes) {
  for (const NodeId node : nodes)
    if (node >= view.count()) throw OutsideWorld("there is no node " + std::to_string(node));
}

// The estimates of the cost from each node to the nearest of these, or `backward` from it.
template <World G>
nb::object estimates_for(const MapEstimates& known, G& view, const std::vector<NodeId>& nodes,
                         bool backward) {
  check(view, nodes);
  return node_array<double>(view, [&](double* out) {
    const auto guard = view.read();
    write_estimates(known, view, nodes, backward, out);
  });
}

template <World G>
std::shared_ptr<MapEstimates> landmarks_at(G& view, const std::vector<NodeId>& nodes,
                                           HeuristicKind kind) {
  check(view, nodes);
  const WithoutGil release;
  return landmark_estimates(view, nodes, kind);
}

// Entries for NumPy: costs, or pairs of straight and diagonal moves.
nb::object entries_of(const LandmarkTable<double>& table) {
  std::vector<double> copy(table.entries(), table.entries() + table.nodes() * table.width());
  double* data = copy.data();
  return array_over(data, {table.nodes(), table.width()}, std::move(copy));
}
nb::object entries_of(const LandmarkTable<MoveCount>& table) {
  std::vector<MoveCount> copy(table.entries(), table.entries() + table.nodes() * table.width());
  auto* data = reinterpret_cast<std::uint32_t*>(copy.data());
  return array_over(data, {table.nodes(), table.width(), 2}, std::move(copy));
}

template <class Entry, class Array>
std::shared_ptr<LandmarkEstimates<Entry>> landmarks_of(const Array& entries, std::size_t landmarks,
                                                       HeuristicKind kind) {
  const std::size_t width = entries.shape(1);
  if (width != landmarks && width != 2 * landmarks)
    throw BadValue("there must be one column or two for each landmark");
  LandmarkTable<Entry> table(entries.shape(0), landmarks, width == landmarks);
  static_assert(sizeof(Entry) == 8);
  if (table.bytes() > 0)
    std::memcpy(static_cast<void*>(table.entries()), entries.data(), table.bytes());
  return std::make_shared<LandmarkEstimates<Entry>>(std::move(table), kind);
}

std::shared_ptr<LandmarkEstimates<MoveCount>> landmarks_of_moves(
    const Table<std::uint32_t, 3>& entries, std::size_t landmarks, HeuristicKind kind) {
  if (entries.shape(2) != 2) throw BadValue("an entry is a pair of numbers");
  return landmarks_of<MoveCount>(entries, landmarks, kind);
}

template <class Entry>
void bind_landmarks(nb::module_& m, const char* name, const char* entries) {
  using Known = LandmarkEstimates<Entry>;
  nb::class_<Known, MapEstimates>(m, name)
      .def_prop_ro("nbytes", [](const Known& known) { return known.table().bytes(); })
      .def(
          "entries", [](const Known& known) { return entries_of(known.table()); },
          nb::sig(entries));
}

}  // namespace

void bind_map_estimates(nb::module_& m) {
  constexpr const char* sig_of_estimates[] = {
      "def estimates(self, view: GridView, nodes: collections.abc.Sequence[int], backward: bool) "
      "-> NDArray[numpy.float64]",
      "def estimates(self, view: Network, nodes: collections.abc.Sequence[int], backward: bool) "
      "-> NDArray[numpy.float64]"};
  nb::class_<MapEstimates, CustomEstimates>(m, "MapEstimates")
      .def("estimates", &estimates_for<GridView>, "view"_a, "nodes"_a, "backward"_a,
           nb::sig(sig_of_estimates[0]))
      .def("estimates", &estimates_for<Network>, "view"_a, "nodes"_a, "backward"_a,
           nb::sig(sig_of_estimates[1]));
  bind_landmarks<double>(m, "LandmarkCosts", "def entries(self) -> NDArray[numpy.float64]");
  bind_landmarks<MoveCount>(m, "LandmarkMoves", "def entries(self) -> NDArray[numpy.uint32]");
  m.def("landmarks", &landmarks_at<GridView>, "view"_a, "nodes"_a, "heuristic"_a);
  m.def("landmarks", &landmarks_at<Network>, "view"_a, "nodes"_a, "heuristic"_a);
  m.def("landmarks_of_costs", &landmarks_of<double, Table<double, 2>>, "entries"_a, "landmarks"_a,
        "heuristic"_a,
        nb::sig("def landmarks_of_costs(entries: NDArray[numpy.float64], landmarks: int, "
                "heuristic: Heuristic) -> LandmarkCosts"));
  m.def("landmarks_of_moves", &landmarks_of_moves, "entries"_a, "landmarks"_a, "heuristic"_a,
        nb::sig("def landmarks_of_moves(entries: NDArray[numpy.uint32], landmarks: int, "
                "heuristic: Heuristic) -> LandmarkMoves"));
  m.def("clusters", &clusters_of, "labels"_a, "table"_a, "lecture"_a, "line"_a,
        nb::sig("def clusters(labels: NDArray[numpy.int64], table: NDArray[numpy.float64], "
                "lecture: bool, line: Heuristic) -> MapEstimates"));
}

}  // namespace asterion::bindings
