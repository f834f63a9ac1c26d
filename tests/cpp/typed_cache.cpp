#include "asterion/world/typed_cache.hpp"

#include <doctest/doctest.h>

#include <set>
#include <thread>
#include <vector>

namespace asterion::tests {
namespace {

struct Counted {
  static inline int alive = 0;
  int value = 42;
  Counted() { ++alive; }
  ~Counted() { --alive; }
};
struct Other {
  int value = 7;
};

}  // namespace

TEST_CASE("there is one object a type, made on first use and gone with the cache") {
  {
    TypedCache cache;
    CHECK(Counted::alive == 0);
    CHECK(cache.get<Counted>().value == 42);
    cache.get<Counted>().value = 1;
    CHECK(cache.get<Other>().value == 7);
    CHECK(cache.get<Counted>().value == 1);
    CHECK(Counted::alive == 1);
    TypedCache second;
    CHECK(second.get<Counted>().value == 42);
    CHECK(Counted::alive == 2);
  }
  CHECK(Counted::alive == 0);
}

TEST_CASE("a cache tells its objects from those in other caches") {
  TypedCache cache, other;
  CHECK(cache.holds(&cache.get<Counted>()));
  CHECK(cache.holds(&cache.get<Other>()));
  CHECK_FALSE(cache.holds(&other.get<Counted>()));
  CHECK_FALSE(cache.holds(&cache));
}

TEST_CASE("threads that ask at once get the same object") {
  TypedCache cache;
  std::vector<Counted*> got(8);
  std::vector<std::thread> threads;
  for (Counted*& each : got) threads.emplace_back([&] { each = &cache.get<Counted>(); });
  for (std::thread& thread : threads) thread.join();
  CHECK(std::set<Counted*>(got.begin(), got.end()).size() == 1);
}

}  // namespace asterion::tests
