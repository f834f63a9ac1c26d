// Requests to the compiler that only GCC and Clang understand. Others do without: they cost speed,
// not results.
#pragma once

namespace asterion {

// Of a lambda: its body is worth more inside the loop that calls it than behind a call.
#if defined(__GNUC__)
#define ASTERION_ALWAYS_INLINE __attribute__((always_inline))
#else
#define ASTERION_ALWAYS_INLINE
#endif

// Starts to load what will be read soon.
inline void prefetch_memory([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#endif

// A variable of each thread that is there from the thread's beginning. Others are made on first
// use, and where there is no memory for them the C library ends the process.
#if defined(__ELF__)
#define ASTERION_THREAD_LOCAL [[gnu::tls_model("initial-exec")]] thread_local
#else
#define ASTERION_THREAD_LOCAL thread_local
#endif
}

}  // namespace asterion
