// Memory      in large pages, for tables of many megabytes: the system provides it several times as
//             fast as in small ones, and scattered reads are faster. Where the system knows no such
//             request, only speed is lost. One used byte makes a whole page count as used: so not
//             for tables of which most searches touch little.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace asterion {

// To be called before the memory is used.
inline void ask_for_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
  constexpr std::size_t kPage = 4096, kWorthIt = 1 << 22;
  if (bytes < kWorthIt) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + kPage - 1) / kPage * kPage;
  madvise(reinterpret_cast<void*>(first), begin + bytes - first, MADV_HUGEPAGE);
#endif
}

// Resizes to this many values, in large pages if there was less room before.
template <class T>
void resize_in_large_pages(std::vector<T>& values, std::size_t count) {
  if (values.capacity() < count) {
    values.reserve(count);
    ask_for_large_pages(values.data(), count * sizeof(T));
  }
  values.resize(count);
}

}  // namespace asterion
