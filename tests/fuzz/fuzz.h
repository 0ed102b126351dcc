/* A target: a function that reads what others wrote, of any bytes, and its seeds: inputs that it takes, which are changed. The function
 * has libFuzzer's name and form, so that it can be linked with that in place of driver.c. */
#ifndef GPULINT_TESTS_FUZZ_FUZZ_H
#define GPULINT_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Closed by NULL; texts, also in the words that inputs are put together from. */
extern const char *const fuzz_seeds[];
extern const char *const fuzz_words[];

#endif
