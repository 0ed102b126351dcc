#include "eval/grid/plan_choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One of the candidates [from, to) is to stand for so many. */
struct stratum {
	size_t from, to;
	double weight;
	struct terms sum;          /* over those */
	size_t chosen;             /* candidate */
};

struct choice {
	const struct candidate *candidates;
	size_t candidate_count;
	struct terms mean, scale;  /* scale: how much it matters that a term is off, squared */
	struct terms apart;        /* what has been chosen, as often as it stands for others, less what that should come to */
	struct stratum *strata;
	size_t count, chosen_count;
};

/* Of two alike that one which was taken first. */
static int
by_rounds(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;
	const double x = terms_rounds(&a->terms), y = terms_rounds(&b->terms);
	if (x != y)
		return x < y ? -1 : 1;
	for (int d = 2; d >= 0; d--)
		if (a->at[d] != b->at[d])
			return a->at[d] < b->at[d] ? -1 : 1;
	return 0;
}

/* Terms that spread widely may be off by more; rounds matter most, then the place itself, and whether it is odd the least. */
static double
weight_of_term(int term)
{
	static const double rounds = 256, place = 16, odd = 0.25;
	return term < TERM_X ? rounds : term < TERM_ODD_X ? place : term < TERM_XX ? odd : 1;
}

static void
find_scale(struct choice *c)
{
	for (int k = TERM_ROUNDS; k < TERMS; k++) {
		double spread = 0;
		for (size_t i = 0; i < c->candidate_count; i++) {
			const double apart = c->candidates[i].terms.of[k] - c->mean.of[k];
			spread += apart * apart;
		}
		c->scale.of[k] = spread > 0 ? weight_of_term(k) / spread : 0;
	}
}

/* ---- strata ---- */

/* Whether blocks go round loops more often in some places than in others. */
static bool
is_uneven(const struct choice *c)
{
	static const double even = 0.9;
	const struct candidate *first = c->candidates, *last = &first[c->candidate_count - 1];
	return terms_rounds(&first->terms) < even * terms_rounds(&last->terms);
}

/* Each of about as many blocks and rounds. */
static void
part_by_rounds(struct choice *c, size_t wanted)
{
	double all = 0, before = 0, last = -1;
	for (size_t i = 0; i < c->candidate_count; i++)
		all += terms_rounds(&c->candidates[i].terms);
	for (size_t i = 0; i < c->candidate_count; i++) {
		const struct terms *t = &c->candidates[i].terms;
		const double share = (1 / (double)c->candidate_count + terms_rounds(t) / all) / 2;
		const double number = floor((before + share / 2) * (double)wanted);
		if (number != last)
			c->strata[c->count++] = (struct stratum){.from = i};
		struct stratum *s = &c->strata[c->count - 1];
		s->to = i + 1;
		s->weight += 1;
		terms_add(&s->sum, t, 1);
		before += share;
		last = number;
	}
}

/* All together are one, of which some are taken. */
static void
part_evenly(struct choice *c, size_t wanted)
{
	for (; c->count < wanted; c->count++)
		c->strata[c->count] = (struct stratum){.to = c->candidate_count, .weight = 1, .sum = c->mean};
}

/* ---- one of each ---- */

/* How far all together are from what they should come to, with one more of that weight and perhaps without another. */
static double
distance_with(const struct choice *c, const struct terms *more, const struct terms *without, double weight)
{
	double sum = 0;
	for (int i = TERM_ROUNDS; i < TERMS; i++) {
		const double apart = c->apart.of[i] + weight * (more->of[i] - (without ? without->of[i] : 0));
		sum += apart * apart * c->scale.of[i];
	}
	return sum;
}

static bool
is_chosen(const struct choice *c, size_t candidate)
{
	for (size_t i = 0; i < c->chosen_count; i++)
		if (memcmp(c->candidates[c->strata[i].chosen].at, c->candidates[candidate].at, sizeof c->candidates->at) == 0)
			return true;
	return false;
}

/* The candidate that brings them nearest; those there are, if none does so any more. */
static size_t
best_candidate(const struct choice *c, const struct stratum *s, const struct terms *without, double least)
{
	size_t best = c->candidate_count;
	for (size_t i = s->from; i < s->to; i++) {
		const double distance = distance_with(c, &c->candidates[i].terms, without, s->weight);
		if (distance < least && !is_chosen(c, i)) {
			least = distance;
			best = i;
		}
	}
	return best;
}

static void
choose(struct choice *c)
{
	for (; c->chosen_count < c->count; c->chosen_count++) {
		struct stratum *s = &c->strata[c->chosen_count];
		terms_add(&c->apart, &s->sum, -1);
		s->chosen = best_candidate(c, s, NULL, INFINITY);
		if (s->chosen == c->candidate_count)
			return;
		terms_add(&c->apart, &c->candidates[s->chosen].terms, s->weight);
	}
}

/* One for one, where that is better. */
static void
exchange(struct choice *c)
{
	enum { MOST_EXCHANGED = 12, PASSES = 3 };
	for (size_t i = 0; c->chosen_count <= MOST_EXCHANGED && i < PASSES * c->chosen_count; i++) {
		struct stratum *s = &c->strata[i % c->chosen_count];
		const struct terms *before = &c->candidates[s->chosen].terms;
		const size_t best = best_candidate(c, s, before, distance_with(c, before, before, s->weight));
		if (best == c->candidate_count)
			continue;
		terms_add(&c->apart, before, -s->weight);
		terms_add(&c->apart, &c->candidates[best].terms, s->weight);
		s->chosen = best;
	}
}

size_t
plan_choose(struct candidate *candidates, size_t count, const struct terms *mean, struct chosen_block *chosen, size_t wanted,
            struct arena *arena)
{
	struct choice c = {.candidates = candidates, .candidate_count = count, .mean = *mean};
	if (!count)
		return 0;
	c.strata = arena_new_array(arena, struct stratum, wanted);
	qsort(candidates, count, sizeof *candidates, by_rounds);
	find_scale(&c);
	if (is_uneven(&c))
		part_by_rounds(&c, wanted);
	else
		part_evenly(&c, wanted);
	choose(&c);
	exchange(&c);
	for (size_t i = 0; i < c.chosen_count; i++) {
		const struct candidate *one = &candidates[c.strata[i].chosen];
		chosen[i] = (struct chosen_block){{one->at[0], one->at[1], one->at[2]}, c.strata[i].weight};
	}
	return c.chosen_count;
}
