// Turns a hierarchy into bytes, and back. Files carry a hash of these bytes and of the world that
// they describe: see src/asterion/index/index_file.py. So the bytes read here are those written.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "asterion/index/hierarchy.hpp"
#include "asterion/world/errors.hpp"

namespace asterion {

template <class T>
void put(std::vector<std::uint8_t>& bytes, const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto append = [&](const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::uint8_t*>(data);
    bytes.insert(bytes.end(), first, first + size);
  };
  const std::uint64_t count = values.size();
  append(&count, sizeof count);
  append(values.data(), count * sizeof(T));
}

class BytesReader {
 public:
  explicit BytesReader(std::span<const std::uint8_t> bytes) : left_(bytes) {}

  template <class T>
  std::vector<T> get() {
    static_assert(std::is_trivially_copyable_v<T>);
    std::uint64_t count = 0;
    read(&count, sizeof count);
    if (count > left_.size() / sizeof(T)) refuse();
    std::vector<T> values(count);
    read(values.data(), count * sizeof(T));
    return values;
  }
  void end() const {
    if (!left_.empty()) refuse();
  }

 private:
  [[noreturn]] static void refuse() { throw BadValue("the index ends too soon, or too late"); }
  void read(void* to, std::size_t size) {
    if (size > left_.size()) refuse();
    if (size != 0) std::memcpy(to, left_.data(), size);
    left_ = left_.subspan(size);
  }
  std::span<const std::uint8_t> left_;
};

// The arcs of one direction, as columns: no padding, and the same bytes each time.
template <ArcWeight W>
void put(std::vector<std::uint8_t>& out, const UpArcs<W>& up) {
  std::vector<NodeId> heads, middles;
  std::vector<W> weights;
  std::vector<MoveMask> moves;
  std::vector<ArcIndex> parts;
  for (std::size_t i = 0; i < up.arcs.size(); ++i) {
    heads.push_back(up.arcs[i].head);
    weights.push_back(up.arcs[i].weight);
    moves.push_back(up.arcs[i].first);
    moves.push_back(up.arcs[i].last);
    middles.push_back(up.unpacked[i].middle);
    parts.push_back(up.unpacked[i].down);
    parts.push_back(up.unpacked[i].up);
  }
  put(out, up.first);
  put(out, heads);
  put(out, weights);
  put(out, moves);
  put(out, middles);
  put(out, parts);
}

template <ArcWeight W>
UpArcs<W> read_arcs(BytesReader& in) {
  UpArcs<W> up;
  up.first = in.get<ArcIndex>();
  const auto heads = in.get<NodeId>();
  const auto weights = in.get<W>();
  const auto moves = in.get<MoveMask>();
  const auto middles = in.get<NodeId>();
  const auto parts = in.get<ArcIndex>();
  const std::size_t count = heads.size();
  if (weights.size() != count || moves.size() != 2 * count || middles.size() != count ||
      parts.size() != 2 * count)
    throw BadValue("the index has columns of different lengths");
  for (std::size_t i = 0; i < count; ++i) {
    up.arcs.push_back({heads[i], moves[2 * i], moves[2 * i + 1], weights[i]});
    up.unpacked.push_back({middles[i], parts[2 * i], parts[2 * i + 1]});
  }
  return up;
}

template <ArcWeight W>
std::vector<std::uint8_t> hierarchy_bytes(const Hierarchy<W>& hierarchy,
                                          const std::vector<NodeId>& number) {
  std::vector<std::uint8_t> out;
  put(out, number);
  put(out, hierarchy.up(false));
  put(out, hierarchy.symmetric() ? UpArcs<W>{} : hierarchy.up(true));
  return out;
}

// `number` must be the one that hierarchy_bytes() got.
template <ArcWeight W>
Hierarchy<W> read_hierarchy(std::span<const std::uint8_t> bytes, std::vector<NodeId>& number) {
  BytesReader in(bytes);
  number = in.get<NodeId>();
  UpArcs<W> forward = read_arcs<W>(in), backward = read_arcs<W>(in);
  in.end();
  return {std::move(forward), std::move(backward), {}};
}

}  // namespace asterion
