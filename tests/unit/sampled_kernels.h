/* Random kernels from a seed, for tests of sampling: nested long loops and large grids, with conditions on counters,
 * threads and blocks. Data decides nothing, so a complete run knows everything. Equal seeds give equal kernels. */
#ifndef GPULINT_TESTS_UNIT_SAMPLED_KERNELS_H
#define GPULINT_TESTS_UNIT_SAMPLED_KERNELS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KERNEL_ROOM = 16384, KERNEL_WORK = 1500 };

struct kernel_text {
	char text[KERNEL_ROOM];
	size_t length;
	uint64_t state;
	unsigned depth;    /* number of loops around the current code, with the counters i0, i1, ... */
	unsigned flags;    /* number of flags and dependent counters: f0, f1, ... */
	unsigned accesses; /* number of accesses so far */
	/* approximate executions of the current code by one thread; and their sum over all loops */
	unsigned work, most_work;
};

static inline unsigned
kernel_random(struct kernel_text *k, unsigned below)
{
	k->state ^= k->state << 13;
	k->state ^= k->state >> 7;
	k->state ^= k->state << 17;
	return (unsigned)(k->state >> 33) % below;
}

__attribute__((format(printf, 2, 3))) static inline void
kernel_write(struct kernel_text *k, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	k->length += (size_t)vsnprintf(k->text + k->length, sizeof k->text - k->length, format, args);
	va_end(args);
}

#define KERNEL_PICK(k, ...) \
	((const char *[]){__VA_ARGS__}[kernel_random((k), sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))])

/* The counter of an enclosing loop. */
static inline unsigned
kernel_counter(struct kernel_text *k)
{
	return kernel_random(k, k->depth);
}

static inline void
kernel_condition(struct kernel_text *k)
{
	const unsigned i = kernel_counter(k);
	const unsigned period = 2 + kernel_random(k, 300);
	switch (kernel_random(k, 12)) {
	case 0:
	case 1: kernel_write(k, "i%u %% %u == %u", i, period, kernel_random(k, period)); break;
	case 2: kernel_write(k, "(i%u & %u) == %u", i, (2u << kernel_random(k, 8)) - 1, kernel_random(k, 2)); break;
	case 3: kernel_write(k, "(i%u + t) %% %u < %u", i, period % 40 + 2, 1 + kernel_random(k, 3)); break;
	case 4: kernel_write(k, "i%u >= %u", i, kernel_random(k, 2000)); break;
	case 5: kernel_write(k, "t < %u", 1 + kernel_random(k, 64)); break;
	case 6: kernel_write(k, "b %s %u", KERNEL_PICK(k, "<", "==", ">"), kernel_random(k, 12)); break;
	case 7: kernel_write(k, "i%u %% %u < %u", i, period, 1 + period / 2); break;
	case 8: kernel_write(k, "t + i%u < %u", i, 32 + kernel_random(k, 900)); break;
	case 9: kernel_write(k, "i%u / %u %% 2", i, period); break;
	default:
		if (k->flags)
			kernel_write(k, "f%u == 0", kernel_random(k, k->flags));
		else
			kernel_write(k, "i%u %% %u == 0", i, period);
		break;
	}
}

/* Writes an index into an array of global memory, which is large enough for any result. */
static inline void
kernel_index(struct kernel_text *k)
{
	static const unsigned strides[] = {1, 1, 1, 2, 4, 8, 32, 33};
	const unsigned i = kernel_counter(k), stride = strides[kernel_random(k, sizeof strides / sizeof *strides)];
	switch (kernel_random(k, 7)) {
	case 0: kernel_write(k, "i%u * %u + t", i, 1u << kernel_random(k, 9)); break;
	case 1: kernel_write(k, "g * %u + i%u", stride, i); break;
	case 2: kernel_write(k, "g * %u + (i%u & 3)", stride, i); break;
	case 3:
		kernel_write(k, "i%u * 64 + t * (i%u %% %u == 0 ? %u : 1)", i, i, 2 + kernel_random(k, 60), stride);
		break;
	case 4: kernel_write(k, "i%u %% %u * 128 + t", i, 2 + kernel_random(k, 30)); break;
	case 5: kernel_write(k, "(i%u >> %u) * 32 + t * %u", i, kernel_random(k, 5), stride); break;
	default: kernel_write(k, "g + i%u", i); break;
	}
}

static inline void
kernel_access(struct kernel_text *k)
{
	const unsigned i = kernel_counter(k);
	k->accesses++;
	switch (kernel_random(k, 4)) {
	case 0:
	case 1:
		kernel_write(k, "p%u[", k->accesses % 4);
		kernel_index(k);
		kernel_write(k, "] = v;\n");
		break;
	case 2:
		kernel_write(k, "v += q[");
		kernel_index(k);
		kernel_write(k, "];\n");
		break;
	default: kernel_write(k, "s[(t * %u + i%u) & 1023] += v;\n", 1u << kernel_random(k, 6), i); break;
	}
}

static inline void kernel_loop(struct kernel_text *k);

static inline void
kernel_statement(struct kernel_text *k, unsigned nested)
{
	switch (kernel_random(k, nested ? 10 : 5)) {
	case 5:
	case 6:
	case 7:
		kernel_write(k, "if (");
		kernel_condition(k);
		kernel_write(k, ") {\n");
		kernel_statement(k, nested - 1);
		if (kernel_random(k, 3) == 0) {
			kernel_write(k, "} else {\n");
			kernel_statement(k, nested - 1);
		}
		kernel_write(k, "}\n");
		break;
	case 8:
		if (k->depth < 2) {
			kernel_loop(k);
			break;
		}
		/* fall through */
	default: kernel_access(k); break;
	}
}

/* Writes a flag, or a counter, that decides a condition and is updated under one. */
static inline void
kernel_flag(struct kernel_text *k, unsigned flag)
{
	const unsigned i = k->depth - 1, period = 3 + kernel_random(k, 150);
	if (kernel_random(k, 2))
		kernel_write(k, "if (i%u %% %u == %u) f%u = !f%u;\n", i, period, period / 2, flag, flag);
	else
		kernel_write(k, "if (++f%u == %u) f%u = 0;\n", flag, period, flag);
}

static inline void
kernel_loop(struct kernel_text *k)
{
	static const unsigned lengths[] = {40, 100, 256, 300, 777, 1024};
	const unsigned i = k->depth++, outer_work = k->work;
	const bool has_flag = i == 0 && kernel_random(k, 3) == 0, depends = i > 0 && kernel_random(k, 3) == 0;
	const unsigned flag = k->flags, times = i ? 3 + kernel_random(k, 12) : lengths[kernel_random(k, 6)];
	if (has_flag)
		kernel_write(k, "int f%u = 0;\n", k->flags++);
	switch (kernel_random(k, 4)) {
	case 0: kernel_write(k, "for (int i%u = %u * one; i%u > 0; i%u--) {\n", i, times, i, i); break;
	case 1: kernel_write(k, "for (int i%u = one; i%u <= %u * one; i%u += 2) {\n", i, i, 2 * times, i); break;
	default:
		if (depends)
			kernel_write(k, "for (int i%u = 0; i%u < i%u %% %u; i%u++) {\n", i, i, i - 1, times, i);
		else
			kernel_write(k, "for (int i%u = 0; i%u < %u * one; i%u++) {\n", i, i, times, i);
		break;
	}
	/* The stored value is new in each iteration, because an equal store might be eliminated. */
	kernel_write(k, "v = v * 0.5f + i%u;\n", i);
	k->work *= times;
	k->most_work += k->work;
	for (unsigned n = 1 + kernel_random(k, 3); n; n--)
		kernel_statement(k, 2);
	if (has_flag)
		kernel_flag(k, flag);
	kernel_write(k, "}\n");
	k->depth--;
	k->work = outer_work;
}

static inline void
kernel_make(struct kernel_text *k, unsigned seed)
{
	static const unsigned grids[] = {1, 1, 2, 5, 10, 12, 40, 200}, blocks[] = {32, 32, 64, 96};
	*k = (struct kernel_text){.state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1, .work = 1};
	for (unsigned i = 0; i < 8; i++)
		kernel_random(k, 2);
	kernel_write(k, "__global__ void k(float *p0, float *p1, float *p2, float *p3, const float *q, int one) {\n"
	                "__shared__ float s[1024];\n"
	                "int t = threadIdx.x, b = blockIdx.x, g = b * blockDim.x + t; float v = t;\n");
	for (unsigned n = 1 + kernel_random(k, 2); n; n--)
		kernel_loop(k);
	/* Limits the total work to what a test can run. */
	const unsigned most = KERNEL_WORK / k->most_work + 1, wanted = grids[kernel_random(k, 8)],
		       grid = wanted < most ? wanted : most;
	kernel_write(k,
	             "p0[g] = v + s[t]; }\n"
	             "int main() { float *p; cudaMalloc(&p, (size_t)1 << 32);\n"
	             "k<<<%u, %u>>>(p, p + (1 << 26), p + (2 << 26), p + (3 << 26), p + (4 << 26), 1); }\n",
	             grid, blocks[kernel_random(k, 4)]);
}

#endif
