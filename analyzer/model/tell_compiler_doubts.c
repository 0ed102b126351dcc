/* Doubts of what the compiler makes of a branch. */
#include "code/branching.h"
#include "code/copies.h"
#include "code/known_code.h"
#include "code/settled.h"
#include "code/unroll.h"
#include "model/tell_doubts.h"

/* Of loops that count in the usual way more is known, and of what they decide. */
static bool
is_to_be_settled(struct telling *t, const struct tally *tally)
{
	const struct ir_stmt *branch = tally->node;
	const bool is_loop = branch->kind == IR_STMT_LOOP;
	if ((is_loop && branch->unroll == 1) || !is_settled(tally->func, branch))
		return false;
	if (!is_loop)
		return true;
	struct definitions definitions = definitions_known_of(&t->fold->code->definitions, tally->func);
	return !loop_counter(&definitions, branch);
}

const char *
doubt_of_unrolling(struct telling *t, const struct tally *tally)
{
	static const char *const of_copies[] = {
		[WHOLE_NEVER] = NULL,
		[WHOLE_PERHAPS] = "the compiler unrolls the loop around it, perhaps whole: copies that know the condition have no branch",
		[WHOLE_SURELY] = "the compiler unrolls the loop around it whole, and each copy knows the condition",
	};
	const struct ir_stmt *branch = tally->node;
	if (pointer_set_has(&t->fold->unrolled.unsure, branch))
		return "the compiler unrolls the loop, perhaps whole, so that some of its branches are left, or none";
	if (pointer_set_has(&t->fold->unrolled.loops, branch))
		return "the compiler unrolls the loop whole, so that no branch is left of it";
	struct definitions_known *known = &t->fold->code->definitions;
	const char *copies =
		branch->kind == IR_STMT_LOOP ? NULL : of_copies[copies_decide(tally->func, branch, &t->fold->unrolled, known)];
	if (copies)
		return copies;
	if (is_to_be_settled(t, tally))
		return branch->kind == IR_STMT_LOOP
		           ? "constants give the trip count of the loop: the compiler may unroll it whole, and leave none of its branches"
		           : "constants decide it, in each iteration of the loops around it: the compiler may leave no branch of it";
	return NULL;
}

/* The compiler may execute it more or less often than the source does. */
const char *
doubt_of_branching(struct telling *t, const struct tally *tally)
{
	static const char *const reasons[BRANCHINGS] = {
		[BRANCHING_UNROLLED] = "how often the loop's condition is a branch of its own depends on how the compiler unrolls it",
		[BRANCHING_TURNED] = "the compiler tests the loop's condition behind its body: whether there is a branch of its own "
		                     "before the first round depends on what it knows",
		[BRANCHING_PARTED] = "the compiler may make several branches of the condition, for its parts",
		[BRANCHING_CASES] = "the compiler makes several branches of the switch, or a jump by a table",
		[BRANCHING_SHORT] = "the compiler may execute what it decides about under predicates, and leave no branch of it",
		[BRANCHING_EXIT] = "lanes that do not go on leave the kernel there: the compiler makes an exit of it, which counters of "
		                   "branches leave out",
		[BRANCHING_RETURN] = "lanes that do not go on leave the function there: where its caller leaves the kernel behind it, or asks "
		                     "for what it returns, the compiler makes no branch of its own of it",
		[BRANCHING_LEAVES_LOOP] = "lanes leave the loop around it there: the compiler may make one branch of it and the loop's own "
		                          "test",
		[BRANCHING_ASKED_AGAIN] = "another branch near it has the same condition: the compiler may make one of both",
		[BRANCHING_BESIDE_TESTS] = "the compiler may unroll the loop around it, and put tests of how many rounds are left on its line",
		[BRANCHING_UNCHANGED] = "its condition is the same in all rounds of the loop around it: the compiler may ask it once, before "
		                        "the loop",
	};
	if (tally->is_called_by_itself)
		return "its function calls itself: the compiler makes a loop of that, or copies, with tests of their own";
	struct definitions_known *known = &t->fold->code->definitions;
	const enum branching own = branching_of(tally->func, tally->node, tally->divergent == 0, known);
	if (own != BRANCHING_AS_WRITTEN || !tally->calling_loop)
		return reasons[own];
	return reasons[branching_of_called(tally->calling_func, tally->calling_loop, known)];
}

/* Copies of a loop's body stand behind each other, and lanes that are left over go through a loop of their own: those that
 * do not leave together make their requests apart, or in another company than in the source. */
const char *
doubt_of_leaving(struct telling *t, const struct tally *tally)
{
	const struct ir_stmt *loop = tally->left_loop;
	if (!loop || loop->unroll == 1)
		return NULL;
	struct definitions definitions = definitions_known_of(&t->fold->code->definitions, tally->func);
	return may_have_copies(&definitions, loop) || loop_counter(&definitions, loop)
	           ? "the lanes of a warp do not leave the loop together: which of them go on together depends on how the compiler "
	             "unrolls it" : NULL;
}
