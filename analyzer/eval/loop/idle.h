/* Idle loops (see idle_loop.h), passed by once it is known what they come to: how many instructions they take, how their
 * tests come out, and which numbers become others. One is run as it is as long as some of the numbers are known, then once
 * more to be recorded; from then on it is passed by where it begins with the same integers. */
#ifndef GPULINT_EVAL_LOOP_IDLE_H
#define GPULINT_EVAL_LOOP_IDLE_H

#include "code/idle_loop.h"
#include "eval/machine.h"

enum { IDLE_LOOPS = 8 };

/* A loop of those that stand in each other. */
struct idle_tests {
	const struct ir_stmt *loop;
	double passed, ended;           /* tests that all lanes pass, or none */
	struct work work;               /* within it, of one that stands for itself */
};

struct idle_integer {
	int64_t number;
	int64_t is_constant;            /* the compiler knows it, too */
};

/* Where a variable of floating point is, told apart from all that were there before if it is assigned. */
struct idle_place {
	int64_t pointer;                /* that leads there; 0: none */
	int64_t born;                   /* when it began to live; 0: it is only read */
};

/* Records are zeroed before they are filled, and their integers and places have no padding: they are compared as bytes. */
struct idle_record {
	struct mask lanes;
	struct idle_integer before[IDLE_INTEGERS], after[IDLE_INTEGERS];
	struct idle_place places[IDLE_REALS];
	struct idle_tests tests[IDLE_LOOPS];
	unsigned test_count;
	struct work work;               /* of one that stands for itself */
	bool certain;                   /* the compiler knows how the first test comes out */
	struct variable **written;
	size_t written_count;
};

/* What is known of a loop. */
struct idle {
	struct idle_loop code;
	struct idle_record *records;    /* room for all of them, once there is one */
	unsigned count;
};

/* A run that is being recorded. */
struct idle_run {
	struct idle *idle;              /* NULL: it is none */
	struct idle_record record;
	uint32_t begun;                 /* machine.clock */
	double weight;                  /* the machine's when it began */
	struct work work;
	bool failed;                    /* it was not such that it can stand for others */
};

/* Where the loop is met: what is known of it, after all that it does has been done; NULL: it is to be run. Then, unless
 * run->idle is NULL, it is recorded. */
const struct idle_record *idle_pass(struct machine *m, const struct ir_stmt *loop, struct idle_run *run);
/* Behind the loop that is recorded; certain: the compiler knew how its first test comes out. */
void idle_end(struct machine *m, struct idle_run *run, bool certain);
/* While one is recorded: of a loop in it a test has come out so, and so much was done. */
void idle_note_test(struct machine *m, const struct ir_stmt *loop, const struct split *split);
void idle_note_work(struct machine *m, const struct ir_stmt *loop, struct work work);

#endif
