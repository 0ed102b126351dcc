/* Lambdas that are arguments of kernel templates. The host's function in which one stands is not compiled, and nobody can name its
 * type; so the function becomes a class template, and the lambda a class in it with the fields that it captures:
 *
 *     template<typename T> void scale(T *x, int n)       template<typename T> struct gpulint_closures_44 {
 *     {                                                      template<class gpulint_0> struct at_3_10 { gpulint_0 x;
 *         launch([=] __device__ (int i) { x[i] *= 2; }, n);      __device__ auto operator()(int i) const { x[i] *= 2; } };
 *     }                                                  };
 *
 * The text stays on its lines. Types, constants and the like that the function declares stay as well. */
#ifndef GPULINT_CODEGEN_SOURCE_CLOSURES_H
#define GPULINT_CODEGEN_SOURCE_CLOSURES_H

#include "codegen/source/device_source.h"
#include "ir/ir.h"

/* The closures of a program's unit. */
struct closures {
	const struct ir_closure *items;
	size_t count;
};

/* Puts the wanted ones into the source's files, once. Of those that cannot be put there kernels do not compile. */
void closures_restore(struct device_source *source, const struct closures *closures, const bool *wanted);
/* Notes those that the text has in it, and those that they have. */
void closures_want(const struct closures *closures, const char *text, bool *wanted);
/* The text with the names of their classes. */
const char *closures_named(const struct device_source *source, const struct closures *closures, const char *text, struct arena *arena);

#endif
