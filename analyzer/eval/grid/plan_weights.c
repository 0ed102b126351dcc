#include "eval/grid/plan_weights.h"

#include <string.h>

/* Numbers for the first `count` terms, so that together they come to what is missing; a term that follows from those before it
 * has none. */
static void
solve(double matrix[TERMS][TERMS], double *missing, int count)
{
	static const double nothing = 1e-9;
	bool left_out[TERMS] = {false};
	double own[TERMS];
	for (int i = 0; i < count; i++)
		own[i] = matrix[i][i];
	for (int i = 0; i < count; i++) {
		left_out[i] = matrix[i][i] <= nothing * own[i];
		for (int k = 0; k < count && !left_out[i]; k++) {
			const double factor = k == i ? 0 : matrix[k][i] / matrix[i][i];
			for (int l = i; l < count; l++)
				matrix[k][l] -= factor * matrix[i][l];
			missing[k] -= factor * missing[i];
		}
	}
	for (int i = 0; i < count; i++)
		missing[i] = left_out[i] ? 0 : missing[i] / matrix[i][i];
}

/* Changes the weights as little as can be, so that so many terms come out right; false: some would be too small for that. */
static bool
try_terms(struct weighing *w, int count)
{
	static const double least_share = 0.25;
	double matrix[TERMS][TERMS] = {{0}}, missing[TERMS];
	memcpy(missing, w->wanted.of, sizeof missing);
	for (size_t b = 0; b < w->count; b++) {
		for (int i = 0; i < count; i++) {
			for (int k = 0; k < count; k++)
				matrix[i][k] += w->blocks[b]->weight * w->terms[b].of[i] * w->terms[b].of[k];
			missing[i] -= w->blocks[b]->weight * w->terms[b].of[i];
		}
	}
	solve(matrix, missing, count);
	for (size_t b = 0; b < w->count; b++) {
		const double before = w->blocks[b]->weight;
		double factor = 1;
		for (int i = 0; i < count; i++)
			factor += missing[i] * w->terms[b].of[i];
		w->weights[b] = before * factor;
		if (w->weights[b] <= 1 || factor < least_share)
			return false;
	}
	return true;
}

void
plan_find_weights(struct weighing *w)
{
	static const int counts[] = {TERMS, TERM_SQUARES, TERM_XX, TERM_ODD_X, TERM_X, TERM_LANES};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		if (!try_terms(w, counts[i]))
			continue;
		for (size_t b = 0; b < w->count; b++)
			w->blocks[b]->weight = w->weights[b];
		return;
	}
}
