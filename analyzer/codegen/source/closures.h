/* Lambdas as arguments of kernel templates. The enclosing host function is not compiled, and no code can name the
 * lambda's type. So the function becomes a class template, and the lambda a nested class with its captures as fields:
 *
 *     template<typename T> void scale(T *x, int n)       template<typename T> struct gpulint_closures_44 {
 *     {                                                      template<class gpulint_0> struct at_3_10 { gpulint_0 x;
 *         launch([=] __device__ (int i) { x[i] *= 2; }, n);      __device__ auto operator()(int i) const { x[i] *= 2; } };
 *     }                                                  };
 *
 * The text keeps its lines. Types and constants that the function declares stay as well. */
#ifndef GPULINT_CODEGEN_SOURCE_CLOSURES_H
#define GPULINT_CODEGEN_SOURCE_CLOSURES_H

#include "codegen/source/device_source.h"
#include "ir/ir.h"

/* The closures of a unit. */
struct closures {
	const struct ir_closure *items;
	size_t count;
};

/* Inserts the wanted closures into the source's files; call it once. Kernels whose closures cannot be inserted do
 * not compile. */
void closures_restore(struct device_source *source, const struct closures *closures, const bool *wanted);
/* Marks the closures that `text` names, and the closures that those name. */
void closures_want(const struct closures *closures, const char *text, bool *wanted);
/* The text with closures replaced by the names of their classes. */
const char *closures_named(const struct device_source *source, const struct closures *closures, const char *text,
                           struct arena *arena);

#endif
