// Memory in large pages, for tables of many megabytes: it comes from the system several times as
// fast as in small ones, and what is scattered in it is read faster. Where the system knows no such
// request, that costs speed only. A page counts as used as soon as one byte of it is: so not for
// tables of which most searches touch little.
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

// As many values as that, in such pages if it had less room before.
template <class T>
void resize_in_large_pages(std::vector<T>& values, std::size_t count) {
  if (values.capacity() < count) {
    values.reserve(count);
    ask_for_large_pages(values.data(), count * sizeof(T));
  }
  values.resize(count);
}

}  // namespace asterion
