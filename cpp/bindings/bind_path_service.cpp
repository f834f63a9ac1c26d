#include <cstdint>
#include <memory>
#include <optional>

#include "asterion/navigate/path_service.hpp"
#include "bindings/bindings.hpp"
#include "bindings/budget.hpp"
#include "bindings/in_turn.hpp"

namespace asterion::bindings {
namespace {

// A request as its owner holds it. When it is gone, the service forgets the request.
template <class Service>
class OwnedRequest {
 public:
  OwnedRequest(std::shared_ptr<Service> service, std::uint64_t number)
      : service_(std::move(service)), number_(number) {}
  OwnedRequest(OwnedRequest&& other) noexcept
      : service_(std::move(other.service_)), number_(other.number_) {}
  OwnedRequest& operator=(OwnedRequest&&) = delete;
  ~OwnedRequest() {
    if (service_) service_->shared().drop(number_);
  }

  Service& service() const { return *service_; }
  std::uint64_t number() const { return number_; }

 private:
  std::shared_ptr<Service> service_;
  std::uint64_t number_;
};

const char* name_of(RequestStatus status) {
  constexpr const char* kNames[] = {"waiting", "quick",       "full",
                                    "arrived", "unreachable", "cancelled"};
  return kNames[static_cast<std::size_t>(status)];
}

const char* name_of(Stage stage) {
  constexpr const char* kNames[] = {"quick", "full", "splice"};
  return kNames[static_cast<std::size_t>(stage)];
}

template <class Service>
void bind_service_on(nb::module_& m, const char* name, const char* request_name) {
  using Of = OwnedRequest<Service>;
  using Held = typename Service::Object;
  using World = typename Held::World;

  nb::class_<Of>(m, request_name)
      .def_prop_ro("status",
                   [](const Of& self) {
                     const WithoutGil release;
                     return name_of(self.service()->status(self.number()));
                   })
      .def_prop_ro(
          "position", [](const Of& self) { return self.service()->position(self.number()); },
          nb::call_guard<WithoutGil>())
      .def_prop_ro(
          "goal", [](const Of& self) { return self.service()->goal(self.number()); },
          nb::call_guard<WithoutGil>())
      .def_prop_ro(
          "priority", [](const Of& self) { return self.service()->priority(self.number()); },
          nb::call_guard<WithoutGil>())
      .def_prop_ro("parts",
                   [](const Of& self) {
                     const WithoutGil release;
                     std::vector<std::pair<const char*, std::size_t>> parts;
                     for (const auto& [step, moves] : self.service()->parts(self.number()))
                       parts.emplace_back(name_of(step), moves);
                     return parts;
                   })
      .def_prop_ro("place",
                   [](const Of& self) -> std::optional<std::pair<const char*, std::size_t>> {
                     const WithoutGil release;
                     const auto place = self.service()->place(self.number());
                     if (!place) return {};
                     return std::pair{name_of(place->stage), place->before};
                   })
      .def("path",
           [](const Of& self) {
             const WithoutGil release;
             return on(self.service().shared().world(), self.service()->path(self.number()));
           })
      .def(
          "step", [](const Of& self) { return self.service()->step({self.number()}).front(); },
          nb::call_guard<WithoutGil>())
      .def(
          "move_to",
          [](const Of& self, NodeId node) { self.service()->move_to(self.number(), node); },
          "node"_a, nb::call_guard<WithoutGil>())
      .def(
          "cancel", [](const Of& self) { self.service()->cancel(self.number()); },
          nb::call_guard<WithoutGil>());

  nb::class_<Service>(m, name)
      .def(nb::new_([](std::shared_ptr<World> view, const Query& query, std::uint32_t quick,
                       Meeting meeting, std::uint32_t patience) {
             const WithoutGil release;
             const ServiceOptions options{quick, meeting, patience};
             return std::make_shared<Service>(std::move(view), query, options);
           }),
           "view"_a, "query"_a, "quick"_a, "meeting"_a, "patience"_a)
      .def(
          "request",
          [](std::shared_ptr<Service> self, NodeId start, NodeId goal, std::int64_t priority) {
            const std::uint64_t number = (*self)->request(start, goal, priority);
            return Of(std::move(self), number);
          },
          "start"_a, "goal"_a, "priority"_a, nb::call_guard<WithoutGil>())
      .def(
          "run",
          [](Service& self, std::optional<std::uint64_t> expansions,
             std::optional<double> seconds) { return self->run(budget_of(expansions, seconds)); },
          "expansions"_a.none(), "seconds"_a.none(), nb::call_guard<WithoutGil>())
      .def(
          "step",
          [](Service& self, const std::vector<const Of*>& requests) {
            std::vector<std::uint64_t> numbers;
            for (const Of* request : requests) {
              if (&request->service() != &self) throw nb::type_error("of another service");
              numbers.push_back(request->number());
            }
            const WithoutGil release;
            return self->step(numbers);
          },
          "requests"_a)
      .def("count", in_turn(&Held::count))
      .def("stats", in_turn(&Held::stats));
}

}  // namespace

void bind_service(nb::module_& m) {
  nb::enum_<Meeting>(m, "Meeting")
      .value("through", Meeting::through)
      .value("wait", Meeting::wait)
      .value("detour", Meeting::detour)
      .value("both", Meeting::both);
  nb::class_<ServiceStats>(m, "ServiceStats", "Counts of the work of a path service.")
      .def_ro("expanded", &ServiceStats::expanded, "Nodes expanded by all searches.")
      .def_ro("quick", &ServiceStats::quick, "Searches of the first cells of a path.")
      .def_ro("full", &ServiceStats::full, "Searches of whole paths.")
      .def_ro("splice", &ServiceStats::splice, "Searches of cheaper paths from a unit's position.")
      .def_ro("shared", &ServiceStats::shared, "Paths from searches for several requests.")
      .def_ro("sent_back", &ServiceStats::sent_back, "Requests whose path an edit has touched.");
  bind_service_on<GridPathService>(m, "PathService", "PathRequest");
  bind_service_on<GraphPathService>(m, "GraphPathService", "GraphPathRequest");
}

}  // namespace asterion::bindings
