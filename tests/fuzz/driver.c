/* Runs a target on mutated seeds for some seconds: driver SECONDS [SEED]; or on files: driver FILE…
 *
 * An input that terminates the process, or takes too long, is saved as fuzz-input. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"

enum { LARGEST = 1 << 16, MOST_SECONDS = 20 };

struct input {
	uint8_t bytes[LARGEST];
	size_t size;
};

static const char kept_name[] = "fuzz-input";
static struct input latest; /* static for the signal handlers, which have no other argument */

static void
keep_latest(int number)
{
	const int file = open(kept_name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (file < 0 || write(file, latest.bytes, latest.size) < 0)
		_exit(3);
	signal(number, SIG_DFL);
	raise(number);
}

/* xorshift64*, which gives equal numbers on all machines. */
static uint32_t
draw(uint64_t *state, uint32_t below)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return (uint32_t)((*state * 0x2545F4914F6CDD1Du >> 32) % below);
}

/* One of the texts; there is at least one. */
static const char *
pick(const char *const *texts, uint64_t *state)
{
	uint32_t count = 1;
	while (texts[count])
		count++;
	return texts[draw(state, count)];
}

/* Replaces bytes by others. */
static void
splice(struct input *input, size_t at, size_t removed, const void *bytes, size_t size)
{
	if (removed > input->size - at)
		removed = input->size - at;
	if (input->size - removed + size > LARGEST)
		return;
	memmove(input->bytes + at + size, input->bytes + at + removed, input->size - at - removed);
	memcpy(input->bytes + at, bytes, size);
	input->size += size - removed;
}

static void
change(struct input *input, uint64_t *state)
{
	const size_t at = input->size ? draw(state, (uint32_t)input->size + 1) : 0;
	const char *word = pick(fuzz_words, state);
	uint8_t part[256];
	const size_t from = input->size ? draw(state, (uint32_t)input->size) : 0;
	size_t size = draw(state, sizeof part);
	size = size < input->size - from ? size : input->size - from;
	memcpy(part, input->bytes + from, size);
	const uint8_t byte = (uint8_t)draw(state, 256);
	switch (draw(state, 6)) {
	case 0: splice(input, at, 1, &byte, 1); break;
	case 1: splice(input, at, 0, &byte, 1); break;
	case 2: splice(input, at, draw(state, 16), "", 0); break;
	case 3: splice(input, at, draw(state, 8), word, strlen(word)); break;
	case 4: splice(input, at, 0, word, strlen(word)); break;
	default: splice(input, at, draw(state, 64), part, size); break;
	}
}

static void
take(struct input *input, const char *text)
{
	input->size = strlen(text) < LARGEST ? strlen(text) : LARGEST;
	memcpy(input->bytes, text, input->size);
}

static void
run(const struct input *input)
{
	latest = *input;
	alarm(MOST_SECONDS);
	/* A copy of exactly this size, so that reads beyond it are detected. */
	uint8_t *copy = malloc(input->size ? input->size : 1);
	if (!copy)
		abort();
	memcpy(copy, input->bytes, input->size);
	LLVMFuzzerTestOneInput(copy, input->size);
	free(copy);
	alarm(0);
}

static double
now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void
fuzz(double seconds, uint64_t seed)
{
	static struct input input;
	uint64_t state = seed * 2 + 1;
	const double end = now() + seconds;
	unsigned long runs = 0;
	for (const char *const *text = fuzz_seeds; *text; text++) {
		take(&input, *text);
		run(&input);
	}
	for (; now() < end; runs++) {
		take(&input, pick(fuzz_seeds, &state));
		for (uint32_t changes = 1 + draw(&state, 6); changes--;)
			change(&input, &state);
		run(&input);
	}
	printf("%lu inputs\n", runs);
}

static bool
run_file(const char *path)
{
	static struct input input;
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	input.size = fread(input.bytes, 1, LARGEST, file);
	fclose(file);
	run(&input);
	return true;
}

int
main(int argc, char **argv)
{
	static const int ends[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		signal(ends[i], keep_latest);
	char *end = "";
	const double seconds = argc > 1 ? strtod(argv[1], &end) : 10;
	if (!*end)
		fuzz(seconds, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
	for (int i = 1; *end && i < argc; i++)
		if (!run_file(argv[i]))
			return 2;
	return 0;
}
