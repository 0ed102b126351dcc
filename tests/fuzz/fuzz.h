/* A fuzz target: a function that reads arbitrary bytes, and its seeds, which are valid inputs to be mutated. The
 * function has the name and signature of libFuzzer's, so that it can be linked with libFuzzer instead of driver.c. */
#ifndef GPULINT_TESTS_FUZZ_FUZZ_H
#define GPULINT_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* NULL-terminated texts: seeds, and words from which inputs are composed. */
extern const char *const fuzz_seeds[];
extern const char *const fuzz_words[];

#endif
