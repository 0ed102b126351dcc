/* Control flow and reconvergence. Lanes that diverge at a branch wait at BSYNC for the lanes that were together at
 * BSSY, unless these have left (BREAK, EXIT), or they wait at a barrier. Until then the groups execute one after the
 * other, even at equal addresses: hardware merges them nowhere else (measured on an H200). The group with the lowest
 * address continues, until it waits or diverges. */
#include "codegen/execute/extrapolate.h"
#include "codegen/execute/external.h"
#include "codegen/execute/run_state.h"

/* ---- groups of lanes ---- */

/* The active lanes stop at `warp->at`. */
static void
park(struct warp *warp)
{
	for (uint32_t left = warp->active; left; left &= left - 1)
		warp->pc[__builtin_ctz(left)] = warp->at;
	warp->active = 0;
}

static void
move_lanes(struct warp *warp, uint32_t lanes, uint32_t to)
{
	for (uint32_t left = lanes; left; left &= left - 1)
		warp->pc[__builtin_ctz(left)] = to;
}

bool
choose_lanes(struct warp *warp)
{
	unsigned first = LANES;
	for (uint32_t left = warp->ready; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		first = first == LANES || warp->pc[i] < warp->pc[first] ? i : first;
	}
	for (uint32_t left = warp->ready; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		if (warp->groups[i] == warp->groups[first] && warp->pc[i] == warp->pc[first])
			warp->active |= 1u << i;
	}
	warp->at = first < LANES ? warp->pc[first] : 0;
	return warp->active;
}

static void
wait(struct warp *warp, uint32_t lanes, enum waiting how, unsigned at)
{
	for (uint32_t left = lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		warp->waits[i] = how;
		warp->waits_at[i] = (uint8_t)at;
		warp->pc[i] = warp->at;
	}
	warp->ready &= ~lanes;
	warp->active &= ~lanes;
}

/* The lanes form a group from here on. */
static void
group(struct warp *warp, uint32_t lanes)
{
	const uint8_t name = lanes ? (uint8_t)__builtin_ctz(lanes) : 0;
	for (uint32_t left = lanes; left; left &= left - 1)
		warp->groups[__builtin_ctz(left)] = name;
}

/* Waiting lanes at one address continue as a group. */
static void
wake(struct warp *warp, uint32_t lanes)
{
	group(warp, lanes);
	for (uint32_t left = lanes; left; left &= left - 1)
		warp->waits[__builtin_ctz(left)] = WAITS_NOT;
	warp->ready |= lanes;
}

/* The lanes that this lane waits for, including itself. */
static uint32_t
awaited(const struct warp *warp, unsigned lane)
{
	const uint32_t own = 1u << lane;
	if (warp->waits[lane] == WAITS_AT_CONVERGENCE)
		return own | (warp->convergence[warp->waits_at[lane]][lane] & warp->alive);
	return own | (warp->waits_for[lane] & warp->alive);
}

/* Whether all lanes wait at the same barrier. */
static bool
have_come(const struct warp *warp, unsigned lane, uint32_t lanes)
{
	for (uint32_t left = lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		if (warp->waits[i] != warp->waits[lane] || warp->waits_at[i] != warp->waits_at[lane])
			return false;
	}
	return true;
}

void
part(struct warp *warp, uint32_t lanes, bool yields)
{
	warp->apart |= lanes;
	warp->yielded |= yields ? lanes : 0;
}

/* Lanes that have yielded since they diverged do not need to reconverge at BSYNC: others do not wait for them
 * (measured on an H200: after loops that retry a compare-and-swap). */
static void
come_together(struct warp *warp, uint32_t lanes, enum waiting how)
{
	const uint32_t certain = how == WAITS_AT_CONVERGENCE ? lanes & ~warp->yielded : lanes;
	wake(warp, lanes);
	warp->apart &= ~certain;
	warp->yielded &= ~certain;
}

void
release_lanes(struct warp *warp)
{
	for (uint32_t left = warp->alive & ~warp->ready; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		if (warp->waits[i] != WAITS_AT_CONVERGENCE && warp->waits[i] != WAITS_AT_WARPSYNC)
			continue;
		const uint32_t lanes = awaited(warp, i);
		if (have_come(warp, i, lanes)) {
			come_together(warp, lanes, warp->waits[i]);
			left &= ~lanes | 1u << i;
		}
	}
}

void
lanes_end(struct warp *warp, uint32_t lanes)
{
	warp->alive &= ~lanes;
	warp->ready &= ~lanes;
	warp->active &= ~lanes;
	release_lanes(warp);
}

/* ---- branches ---- */

static void
note_undecided(struct warp *warp, const char *why)
{
	if (!skip_region(warp))
		trouble(warp, why);
}

/* The target's index; the end of the code if the target is no instruction. */
static uint32_t
index_of(const struct warp *warp, int64_t pc)
{
	const size_t count = execute_code(warp->run->kernel)->count;
	if (pc < 0 || pc % SASS_INSTRUCTION_SIZE || (uint64_t)pc / SASS_INSTRUCTION_SIZE >= count)
		return (uint32_t)count;
	return (uint32_t)(pc / SASS_INSTRUCTION_SIZE);
}

static void
report_branch_kind(const struct warp *warp, uint32_t taken, uint32_t not_taken)
{
	const struct execute_sink *sink = warp->run->sink;
	const struct execute_branch event = {warp->run->current, warp->number, taken, not_taken};
	if (sink && sink->branch)
		sink->branch(sink->context, &event);
}

static void
branch(struct warp *warp, const struct operation *operation, uint32_t taken, uint32_t target)
{
	const uint32_t rest = warp->active & ~taken;
	if (operation->instruction->control.conditional)
		report_branch_kind(warp, taken, rest);
	if (!taken)
		return;
	if (!rest) {
		warp->at = target;
		if (warp->run->extrapolations && target <= warp->run->current && warp->active == warp->ready)
			extrapolate_jump(warp, target);
		return;
	}
	group(warp, taken);
	group(warp, rest);
	park(warp);
	move_lanes(warp, taken, target);
}

/* The condition apart from the guard. */
static struct bits
condition(const struct warp *warp, const struct operation *operation)
{
	struct bits bits = predicate(warp, operation, 87);
	if (operation->form == 2) { /* uniform */
		const struct bits of_warp = warp->predicates[UNIFORM_PREDICATES + bits_of(operation, 24, 3)];
		bits = both(bits, bit_of(operation, 27) ? negated(of_warp) : of_warp);
	}
	return bits;
}

/* Bits 32 and 33: .DIV and .CONV test whether lanes of a mask are elsewhere. */
enum branch_mode { BRANCH_IF_PARTED = 2, BRANCH_IF_TOGETHER = 3 };

static bool
asks_of_lanes(const struct operation *operation)
{
	return operation->instruction->opcode == SASS_OP_BRA && bits_of(operation, 32, 2) >= BRANCH_IF_PARTED;
}

/* The mask, or its complement, is in a uniform register; without one it is all lanes. False: unknown. */
static bool
asked_lanes(const struct warp *warp, const struct operation *operation, uint32_t *mask)
{
	const bool is_old = execute_code(warp->run->kernel)->sm < 100;
	const unsigned number = bits_of(operation, 24, is_old ? 6 : 8);
	*mask = ALL_LANES;
	if (!bit_of(operation, 91))
		return true;
	if (number != (is_old ? 63 : 255) && number < UNIFORMS &&
	    !one_value(&warp->words[WORD_UNIFORM + number], ALL_LANES, mask))
		return false;
	if (number == (is_old ? 63 : 255))
		*mask = 0;
	*mask = is_old && bit_of(operation, 30) ? ~*mask : *mask;
	return true;
}

static void
branch_of_warp(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	uint32_t mask;
	if (!asked_lanes(warp, operation, &mask)) {
		note_undecided(warp, "a branch on an unknown condition");
		return;
	}
	const bool is_parted = mask & warp->alive & ~warp->active,
		   takes = is_parted == (bits_of(operation, 32, 2) == BRANCH_IF_PARTED);
	branch(warp, operation, takes ? lanes : 0, index_of(warp, operation->instruction->control.target));
}

static void
do_branch(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct bits takes = condition(warp, operation);
	if (lanes & ~takes.known) {
		note_undecided(warp, "a branch on an unknown condition");
		return;
	}
	if (asks_of_lanes(operation)) {
		branch_of_warp(warp, operation, lanes & takes.value);
		return;
	}
	branch(warp, operation, lanes & takes.value, index_of(warp, operation->instruction->control.target));
}

/* ---- indirect jumps ---- */

/* Each lane jumps to the address in its register. */
static void
do_indirect(struct warp *warp, const struct operation *operation, uint32_t lanes, bool is_relative)
{
	const struct warp_word *low = word(warp, operation->target);
	const struct bits takes = condition(warp, operation);
	const unsigned sm = execute_code(warp->run->kernel)->sm;
	/* RET.REL and BRX are relative to a function's start. */
	const int64_t base =
		is_relative ? sass_relative_target(operation->low, operation->high, operation->instruction->pc, sm) : 0;
	const uint32_t going = lanes & takes.value;
	if (lanes & ~takes.known || going & ~low->known) {
		trouble(warp, "a jump to an unknown target");
		return;
	}
	uint32_t target;
	if (going == warp->active && one_value(low, going, &target)) {
		report_branch_kind(warp, going, 0);
		warp->at = index_of(warp, base + (int32_t)target);
		return;
	}
	report_branch_kind(warp, going, warp->active & ~going);
	park(warp);
	for (uint32_t left = going; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		warp->pc[i] = index_of(warp, base + (int32_t)low->of[i]);
	}
}

/* ---- convergence ---- */

static unsigned
convergence_register(const struct operation *operation)
{
	return operation->instruction->control.convergence % BARRIERS;
}

void
leave_convergence(struct warp *warp, unsigned at, uint32_t lanes)
{
	for (unsigned i = 0; i < LANES; i++)
		warp->convergence[at][i] &= ~lanes;
	release_lanes(warp);
}

static void
set_convergence(struct warp *warp, unsigned at, uint32_t lanes)
{
	for (uint32_t left = lanes; left; left &= left - 1)
		warp->convergence[at][__builtin_ctz(left)] = lanes;
}

static void
meet(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	wait(warp, lanes, WAITS_AT_CONVERGENCE, convergence_register(operation));
	release_lanes(warp);
}

/* All lanes, or those of the mask in a register. */
static void
sync_warp(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const unsigned at = execute_code(warp->run->kernel)->sm < 90 ? 32 : 24;
	const struct warp_word *mask = operation->form == 1 ? word(warp, register_slot(operation, at)) : NULL;
	if (mask && lanes & ~mask->known) {
		trouble(warp, "a warp synchronization with an unknown mask");
		return;
	}
	for (uint32_t left = lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		warp->waits_for[i] = mask ? mask->of[i] : lanes;
	}
	wait(warp, lanes, WAITS_AT_WARPSYNC, 0);
	release_lanes(warp);
}

/* BMOV copies the convergence register in bits 24 to 27 to a register, or the reverse. Bit 84 clears it. */
static void
move_convergence(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const unsigned at = bits_of(operation, 24, 5) % BARRIERS;
	const bool is_to_register = bits_of(operation, 0, 9) == 0x155;
	struct warp_word result = {.known = ALL_LANES};
	if (operation->form != 1)
		return;
	if (is_to_register) {
		for (unsigned i = 0; i < LANES; i++)
			result.of[i] = warp->convergence[at][i];
		put(warp, register_slot(operation, 16), &result, lanes);
		return;
	}
	const struct warp_word *from = word(warp, register_slot(operation, 32));
	if (lanes & ~from->known)
		trouble(warp, "a warp synchronization with an unknown mask");
	for (uint32_t left = lanes; left; left &= left - 1)
		warp->convergence[at][__builtin_ctz(left)] = from->of[__builtin_ctz(left)];
}

/* ---- barriers of the block ---- */

/* The barrier's number, and the number of threads that it waits for; 0: all. False: unknown. */
static bool
barrier_operands(const struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t *number,
                 uint32_t *threads)
{
	const struct warp_word *in_register = word(warp, register_slot(operation, 32));
	*number = bits_of(operation, 54, 4);
	*threads = bits_of(operation, 42, 12);
	if (operation->form == 1)
		return false;
	if (operation->form == 2)
		return one_value(in_register, lanes, number) && *number < BARRIERS;
	return operation->form == 5 || one_value(in_register, lanes, threads);
}

static void
arrive(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	uint32_t number, threads;
	if (!barrier_operands(warp, operation, lanes, &number, &threads)) {
		trouble(warp, "a barrier with unknown operands");
		return;
	}
	struct barrier *barrier = &warp->run->barriers[number];
	warp->run->arrivals |= UINT32_C(1) << number;
	barrier->arrived[warp->number] |= lanes;
	barrier->threads = threads;
	if (operation->instruction->control.barrier != SASS_BARRIER_ARRIVE)
		wait(warp, lanes, WAITS_AT_BARRIER, number);
}

void
skip_barriers(struct warp *warp)
{
	struct execute_run *run = warp->run;
	struct barrier *barrier = &run->barriers[BARRIER_SKIPPED];
	bool is_first = true;
	for (uint32_t i = 0; i < run->warp_count; i++)
		is_first &= !barrier->arrived[i];
	if (warp->active != warp->alive || (!is_first && barrier->branch != run->current)) {
		trouble(warp, "a barrier in divergent code");
		return;
	}
	if (run->extrapolations)
		extrapolate_stop(run->extrapolation);
	run->followed = NULL;
	run->arrivals |= UINT32_C(1) << BARRIER_SKIPPED;
	barrier->branch = run->current;
	barrier->arrived[warp->number] |= warp->active;
	wait(warp, warp->active, WAITS_AT_BARRIER, BARRIER_SKIPPED);
}

static bool
has_arrived(const struct barrier *barrier, const struct warp *warp)
{
	const uint32_t arrived = barrier->arrived[warp->number];
	return arrived && !(warp->alive & ~arrived);
}

static bool
is_complete(const struct execute_run *run, const struct barrier *barrier)
{
	uint32_t threads = 0;
	bool all = true;
	for (uint32_t i = 0; i < run->warp_count; i++) {
		const bool has = has_arrived(barrier, &run->warps[i]);
		threads += has ? LANES : 0;
		all &= has || !run->warps[i].alive;
	}
	return threads && (barrier->threads ? threads >= barrier->threads : all);
}

static uint32_t
waiting_at(const struct warp *warp, enum waiting how, unsigned number)
{
	uint32_t lanes = 0;
	for (uint32_t left = warp->alive & ~warp->ready; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		if (warp->waits[i] == how && warp->waits_at[i] == number)
			lanes |= 1u << i;
	}
	return lanes;
}

void
release_barriers(struct execute_run *run)
{
	for (uint32_t left = run->arrivals; left; left &= left - 1) {
		const unsigned number = (unsigned)__builtin_ctz(left);
		struct barrier *barrier = &run->barriers[number];
		if (!is_complete(run, barrier))
			continue;
		if (!barrier->threads)
			memory_pass_barrier(&run->memory);
		*barrier = (struct barrier){0};
		run->arrivals &= ~(UINT32_C(1) << number);
		forget_spaces(run->warps, run->may_be_stored, 0);
		for (uint32_t i = 0; i < run->warp_count; i++) {
			struct warp *warp = &run->warps[i];
			come_together(warp, waiting_at(warp, WAITS_AT_BARRIER, number), WAITS_AT_BARRIER);
		}
	}
}

/* ---- loops ---- */

void
hold_warp(struct warp *warp)
{
	wait(warp, warp->active, WAITS_AT_PERIOD, 0);
}

void
release_warp(struct warp *warp)
{
	wake(warp, waiting_at(warp, WAITS_AT_PERIOD, 0));
}

/* ---- all control instructions ---- */

static void
leave_for_ever(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct bits ends = predicate(warp, operation, 87);
	if (lanes & ~ends.known)
		note_undecided(warp, "an exit on an unknown condition");
	else
		lanes_end(warp, lanes & ends.value);
}

static void
converge(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	switch (operation->instruction->opcode) {
	case SASS_OP_BSSY: set_convergence(warp, convergence_register(operation), lanes); break;
	case SASS_OP_BSYNC: meet(warp, operation, lanes); break;
	case SASS_OP_BREAK: leave_convergence(warp, convergence_register(operation), lanes); break;
	case SASS_OP_WARPSYNC: sync_warp(warp, operation, lanes); break;
	default: break;
	}
}

bool
is_control(const struct sass_instruction *instruction)
{
	switch (instruction->kind) {
	case SASS_BRANCH:
	case SASS_BRANCH_INDIRECT:
	case SASS_CALL:
	case SASS_CALL_INDIRECT:
	case SASS_RETURN:
	case SASS_EXIT:
	case SASS_TRAP:
	case SASS_WARP_SYNC:
	case SASS_BARRIER: return true;
	default: return instruction->opcode == SASS_OP_BMOV;
	}
}

static void
go(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	switch (operation->instruction->kind) {
	case SASS_BRANCH:
	case SASS_CALL: do_branch(warp, operation, lanes); break;
	case SASS_BRANCH_INDIRECT: do_indirect(warp, operation, lanes, true); break;
	case SASS_RETURN: do_indirect(warp, operation, lanes, !bit_of(operation, 85)); break;
	case SASS_EXIT: leave_for_ever(warp, operation, lanes); break;
	case SASS_WARP_SYNC: converge(warp, operation, lanes); break;
	case SASS_BARRIER: arrive(warp, operation, lanes); break;
	case SASS_CALL_INDIRECT:
		if (!external_call(warp, operation, lanes))
			trouble(warp, "a call to an unknown target");
		break;
	case SASS_TRAP: trouble(warp, "a trap"); break;
	default: move_convergence(warp, operation, lanes);
	}
}

void
do_control(struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t doubtful)
{
	if (doubtful)
		note_undecided(warp, "a branch on an unknown condition");
	else if (lanes)
		go(warp, operation, lanes);
	else if (operation->instruction->kind == SASS_BRANCH)
		branch(warp, operation, 0, 0);
}
