// The journal of a world: readers at their own pace see each change once, or are told to rebuild.
// The oracle keeps every change for ever.
#include "asterion/world/journal.hpp"

#include <doctest/doctest.h>

#include <optional>

#include "random.hpp"

namespace asterion::tests {
namespace {

struct Reader {
  std::uint64_t position = 0;  // of the journal
  std::size_t read = 0;        // of all changes ever
};

// All changes ever; an edit of everything is an empty entry.
using Past = std::vector<std::optional<NodeId>>;

// The first change that a journal of this capacity still has.
std::size_t first_kept(const Past& past, std::size_t capacity) {
  std::size_t first = past.size() > capacity ? past.size() - capacity : 0;
  for (std::size_t i = first; i < past.size(); ++i)
    if (!past[i]) first = i + 1;
  return first;
}

}  // namespace

TEST_CASE("a journal has room for a quarter of the items, and for 4096 at least") {
  CHECK(Journal(0).capacity() == 4096);
  CHECK(Journal(40'000).capacity() == 10'000);
}

TEST_CASE("a reader sees each change once and in order, or is told to rebuild") {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Random random(seed);
    Journal journal(0);
    Past past;
    std::vector<std::size_t> ends{0};  // of statements, by version
    std::vector<Reader> readers(3);
    for (int statement = 0; statement < 300; ++statement) {
      if (random.chance(0.1)) {  // a statement without changes does not count
        journal.make_room(random.below(6000));
        journal.forget_statement();
      }
      journal.make_room(random.below(6000));
      if (random.chance(0.02)) {
        journal.record_everything();
        past.emplace_back();
      } else {
        const std::uint32_t most = random.chance(0.05) ? 6000 : 60;
        for (std::uint32_t count = random.below(most); count > 0; --count) {
          past.emplace_back(random.below(1000));
          journal.record({*past.back(), 1.0, 2.0});
        }
      }
      journal.end_statement();
      ends.push_back(past.size());
      const std::size_t kept = first_kept(past, journal.capacity());

      Reader& reader = readers[random.below(3)];
      std::vector<NodeId> seen;
      const bool all =
          journal.read(reader.position, [&](const Change& c) { seen.push_back(c.item); });
      REQUIRE(all == (reader.read >= kept));
      if (all) {
        REQUIRE(seen.size() == past.size() - reader.read);
        for (std::size_t i = 0; i < seen.size(); ++i) REQUIRE(seen[i] == past[reader.read + i]);
      } else {
        REQUIRE(seen.empty());
      }
      reader.read = past.size();

      const std::size_t version = random.below(static_cast<std::uint32_t>(ends.size()));
      std::uint64_t position = 0;
      const bool known = journal.position_at(version, position);
      REQUIRE(known == (ends[version] >= kept));
      if (known) {
        std::size_t changes = 0;
        REQUIRE(journal.read(position, [&](const Change&) { ++changes; }));
        REQUIRE(changes == past.size() - ends[version]);
      }
    }
  }
}

TEST_CASE("a reader that was told to rebuild sees what comes next") {
  Journal journal(0);
  std::uint64_t position = 0;
  for (NodeId i = 0; i <= journal.capacity(); ++i) journal.record({i, 0, 0});
  CHECK_FALSE(journal.read(position, [](const Change&) {}));
  journal.record({7, 1.5, 0});
  std::vector<NodeId> seen;
  CHECK(journal.read(position, [&](const Change& change) {
    seen.push_back(change.item);
    CHECK(change.before == 1.5);
    CHECK(change.after == 0);
  }));
  CHECK(seen == std::vector<NodeId>{7});
}

TEST_CASE("a version that is still to come is not known") {
  Journal journal(0);
  std::uint64_t position = 0;
  CHECK(journal.position_at(0, position));
  CHECK_FALSE(journal.position_at(1, position));
}

}  // namespace asterion::tests
