// __pipeline_memcpy_async and its kin: the copy is done at once, what of it is not there before the wait matters to races alone.
// Approximated: A copy is done at once, by a load and a store, at the line of the call.
#pragma once
__WS_BEGIN
__ws_fn void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zero_fill = 0) {
  __ws_copy_step(__WS_COPY_Begin);
  const size_t copied = bytes - zero_fill;
  if (copied == 16) __ws_async_copy_16(to, from);
  else if (copied == 8) __ws_async_copy_8(to, from);
  else if (copied == 4) __ws_async_copy_4(to, from);
  else {
    for (size_t i = 0; i < copied; ++i) ((char *)to)[i] = ((const char *)from)[i];
  }
  for (size_t i = copied; i < bytes; ++i) ((char *)to)[i] = 0;
  __ws_copy_step(__WS_COPY_End);
}
__ws_fn void __pipeline_commit() { __ws_copy_step(__WS_COPY_Commit); }
// CUDA takes a size_t; a literal would then be narrowed by an instruction of its own.
__ws_fn void __pipeline_wait_prior(unsigned prior) { __ws_copy_wait(prior); }
__WS_END
