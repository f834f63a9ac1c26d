// Hints that only GCC and Clang understand. Other compilers lose speed, not correctness.
#pragma once

namespace asterion {

// For lambdas that must be inlined into the loop that calls them.
#if defined(__GNUC__)
#define ASTERION_ALWAYS_INLINE __attribute__((always_inline))
#else
#define ASTERION_ALWAYS_INLINE
#endif

// Starts to load data that will be read soon.
inline void prefetch_memory([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#endif

// A thread-local variable that exists from the thread's beginning. Others are made on first use,
// and without memory for them the C library ends the process.
#if defined(__ELF__)
#define ASTERION_THREAD_LOCAL [[gnu::tls_model("initial-exec")]] thread_local
#else
#define ASTERION_THREAD_LOCAL thread_local
#endif
}

}  // namespace asterion
