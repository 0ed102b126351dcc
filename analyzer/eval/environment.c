#include "eval/environment.h"

#include <string.h>

static bool
same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool
same_arguments(const struct launch *a, const struct launch *b)
{
	if (a->argument_count != b->argument_count)
		return false;
	for (size_t i = 0; i < a->argument_count; i++)
		if (!same_text(a->arguments[i].text, b->arguments[i].text))
			return false;
	return true;
}

/* Bit by bit: the same computation gives the same. */
static bool
same_figures(const struct launch *a, const struct launch *b)
{
	if (a->site_count != b->site_count)
		return false;
	for (size_t i = 0; i < a->site_count; i++)
		if (!same_text(a->sites[i].id, b->sites[i].id) ||
		    memcmp(&a->sites[i].predicted, &b->sites[i].predicted, sizeof a->sites[i].predicted) != 0)
			return false;
	return true;
}

/* The same launch, made as often. */
static bool
same_launch(const struct launch *a, const struct launch *b)
{
	return facts_same_place(&a->place, &b->place) && a->origin == b->origin && !memcmp(a->grid, b->grid, sizeof a->grid) &&
	       !memcmp(a->block, b->block, sizeof a->block) && a->dynamic_shared == b->dynamic_shared && a->repeats == b->repeats &&
	       a->repeats_standing == b->repeats_standing && same_arguments(a, b) && same_figures(a, b);
}

static void
take_standings(struct launch *launch, const struct launch *open)
{
	launch->assumptions = open->assumptions;
	launch->assumption_count = open->assumption_count;
	for (size_t i = 0; i < launch->site_count; i++) {
		launch->sites[i].standing = open->sites[i].standing;
		launch->sites[i].why = open->sites[i].why;
		launch->sites[i].fault = open->sites[i].fault;
	}
}

static void
compare_kernel(struct kernel *kernel, const struct kernel *open)
{
	size_t next = 0;   /* launches come in one order, each in the place of one */
	for (size_t i = 0; i < kernel->launch_count; i++) {
		size_t at = next;
		while (at < open->launch_count && !same_launch(&kernel->launches[i], &open->launches[at]))
			at++;
		if (at == open->launch_count)
			continue;
		next = at + 1;
		if (open->launches[at].assumption_count < kernel->launches[i].assumption_count)
			take_standings(&kernel->launches[i], &open->launches[at]);
	}
}

void
environment_compare(struct facts *facts, const struct facts *open)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < open->kernel_count; k++)
			if (!strcmp(facts->kernels[i].link_name, open->kernels[k].link_name))
				compare_kernel(&facts->kernels[i], &open->kernels[k]);
}
