/* The rules over hand-made facts: which rule reports, how severely, with which texts, and what is merged or
 * silenced. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "kernels/profile.h"
#include "rules/rules.h"
#include "support/embedded.h"

/* One kernel with one launch of two blocks of 256 threads per multiprocessor, and up to eight sites. */
struct world {
	struct facts facts;
	struct kernel kernel;
	struct launch launches[2];
	struct site sites[8];
	struct profile *profile;
	double own_passes; /* passes of atomics in a block if each lane has its own word; 0: they are not contended */
};

static const double requests = 1e5;

static int
set_up(void **state)
{
	struct world *world = calloc(1, sizeof *world);
	assert_non_null(world);
	setenv("XDG_CACHE_HOME", "/nowhere", 1);
	world->profile = profile_shipped("H200");
	assert_non_null(world->profile);
	world->facts.kernels = &world->kernel;
	world->facts.kernel_count = 1;
	world->facts.shared_per_block = 48 * 1024;
	world->facts.multiprocessors = 132;
	world->facts.warps_per_multiprocessor = 64;
	world->facts.clock_ghz = 1.98;
	world->facts.dram_gbs = 4800;
	world->kernel = (struct kernel){
		.name = "k",
		.qualified_name = "k",
		.launches = world->launches,
		.launch_count = 1,
		.resources = {.registers = -1, .occupancy = NAN},
	};
	for (int i = 0; i < 2; i++)
		world->launches[i] = (struct launch){
			.place = {"k.cu", 90 + (uint32_t)i, 2, 90 + (uint32_t)i, 20},
			.grid = {264, 1, 1},
			.block = {256, 1, 1},
			.program.repeats = 1,
			.sites = world->sites,
			.occupancy.warps = 1,
			.occupancy.limiter = LIMITED_BY_NOTHING,
			.execution.footprint = 1e12,
		};
	*state = world;
	return 0;
}

static int
tear_down(void **state)
{
	struct world *world = *state;
	profile_free(world->profile);
	facts_free(&world->facts);
	free(world);
	return 0;
}

/* A load of 4 bytes by full warps that costs `cost` sectors or wavefronts per request, with ideal `ideal`. */
static struct site *
add_site(struct world *world, enum site_space space, enum pattern pattern, int64_t step, double cost, double ideal)
{
	struct launch *launch = &world->launches[0];
	struct site *site = &world->sites[launch->site_count++];
	const uint32_t line = 10 + (uint32_t)launch->site_count;
	const bool shared = space == SPACE_SHARED;

	*site = (struct site){
		.id = "k/in[i]/0",
		.place = {"k.cu", line, 5, line, 12},
		.expression = "in[i]",
		.kind = SITE_LOAD,
		.space = space,
		.width = 4,
		.source.width = 4,
		.confidence = CONFIDENCE_EXACT,
		.why = "",
		.pattern = pattern,
		.step.bytes = step,
		.step.active = step,
		.object.name = "in",
		.reason = "because",
		.predicted =
			{
				.requests = requests,
				.lanes = 32 * requests,
				.divergent = NAN,
				.low = NAN,
				.high = NAN,
				.sectors = shared ? NAN : cost * requests,
				.ideal_sectors = shared ? NAN : ideal * requests,
				.wavefronts = shared ? cost * requests : NAN,
				.ideal_wavefronts = shared ? ideal * requests : NAN,
			},
	};
	return site;
}

static struct site *
add_branch(struct world *world, double fraction)
{
	struct site *site = add_site(world, SPACE_NONE, PATTERN_UNKNOWN, 0, NAN, NAN);
	site->kind = SITE_BRANCH;
	site->width = 0;
	site->branch.by_lane = true;
	site->branch.arm_instructions = INFINITY;
	site->branch.arm_work.instructions = 1e9;
	world->launches[0].execution.work.instructions = 1.2e9;
	site->predicted.divergent = fraction * requests;
	site->source.requests = requests;
	site->source.divergent = fraction * requests;
	return site;
}

static enum nearness
nearness_of(const struct site *site)
{
	const int64_t step = llabs(site->step.bytes);
	return site->pattern == PATTERN_GATHER || step > 128 ? NEAR_NOTHING
	       : step > 64                                   ? NEAR_LINE
	       : step > 32                                   ? NEAR_PIECE
	                                                     : NEAR_SECTOR;
}

/* The demand of sites that miss in all caches. */
static struct demand
demand_of(const struct site *site, double cost, enum nearness near)
{
	struct demand demand = {0};
	if (site->space == SPACE_SHARED) {
		demand.wavefronts = cost;
		return demand;
	}
	demand.lookups = near == NEAR_SECTOR ? cost / 4 : near == NEAR_PIECE ? cost / 2 : cost;
	demand.l2_sectors = site->kind == SITE_LOAD ? cost : 0;
	demand.late = site->predicted.requests;
	demand.late_share = 1;
	demand.l2_lines = site->kind == SITE_LOAD ? 0 : demand.lookups;
	*(site->kind == SITE_LOAD ? &demand.loaded[near] : &demand.part_stored[near]) = cost;
	return demand;
}

/* Loads of other members of the same records find the sectors in a cache. */
static double
sharers_of(const struct world *world, const struct site *site)
{
	double sharers = 0;
	for (size_t i = 0; i < world->launches[0].site_count; i++) {
		const struct site *other = &world->sites[i];
		sharers += site->object.allocation && other->object.allocation == site->object.allocation &&
		           site->kind == SITE_LOAD && other->record.is_accessed;
	}
	return fmax(1, sharers);
}

static void
set_demands(const struct world *world, struct site *site)
{
	const bool shared = site->space == SPACE_SHARED;
	const double cost = shared ? site->predicted.wavefronts : site->predicted.sectors;
	const double ideal = shared ? site->predicted.ideal_wavefronts : site->predicted.ideal_sectors;
	site->demand = site->ideal_demand = (struct demand){0};
	if (site->kind == SITE_BRANCH)
		return;
	site->atomic.same_address_mean = site->atomic.same_address_lanes;
	if (site->space == SPACE_CONSTANT) {
		site->demand = (struct demand){.constants = site->predicted.requests, .constant_passes = cost};
		site->ideal_demand = (struct demand){.constants = site->predicted.requests, .constant_passes = ideal};
		site->basis.demand_is_known = true;
	}
	if ((site->space != SPACE_GLOBAL && !shared) || isnan(cost))
		return;
	site->demand = demand_of(site, cost / sharers_of(world, site), nearness_of(site));
	site->ideal_demand = demand_of(site, ideal, NEAR_SECTOR);
	site->demand.generic = site->code.share.generic;
	/* Neighbouring warps find the rest of an image patch in L1, line by line. */
	if (site->patch.pitch) {
		site->demand = site->ideal_demand;
		site->demand.lookups = cost;
	}
	if (site->atomic.same_address_lanes && !shared) {
		site->demand.passes = site->demand.met_passes =
			site->atomic.same_address_lanes * site->predicted.requests;
		site->ideal_demand.passes = site->ideal_demand.met_passes = site->ideal_demand.combined_passes =
			site->predicted.requests / 8;
		site->demand.pieces = site->ideal_demand.pieces = 1;
	}
	if (site->kind == SITE_ATOMIC && world->own_passes > 0) {
		site->demand.passes = site->ideal_demand.passes = site->ideal_demand.combined_passes =
			world->own_passes;
		site->demand.pieces = site->ideal_demand.pieces = 4;
	}
	site->basis.demand_is_known = true;
}

static void
run(struct world *world)
{
	for (size_t i = 0; i < sizeof world->sites / sizeof *world->sites; i++)
		set_demands(world, &world->sites[i]);
	world->facts.finding_count = 0;
	rules_run(&world->facts, world->profile, NULL);
}

/* Asserts that there is exactly this finding; "": none. */
static const struct finding *
only_finding(struct world *world, const char *rule, enum severity severity)
{
	run(world);
	if (world->facts.finding_count != 1)
		fail_msg("%zu findings, not one of %s", world->facts.finding_count, rule);
	const struct finding *finding = &world->facts.findings[0];
	assert_string_equal(finding->rule, rule);
	if (finding->severity != severity)
		fail_msg("%s has severity %d, not %d: %s", rule, finding->severity, severity, finding->cost);
	return finding;
}

static void
silence(struct world *world)
{
	run(world);
	if (world->facts.finding_count)
		fail_msg("%s: %s", world->facts.findings[0].rule, world->facts.findings[0].message);
}

static void
says(const char *said, const char *wanted)
{
	if (!strstr(said, wanted))
		fail_msg("\"%s\" does not say \"%s\"", said, wanted);
}

static void
clean_accesses(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	add_site(world, SPACE_GLOBAL, PATTERN_UNIFORM, 0, 1, 1);
	add_site(world, SPACE_GLOBAL, PATTERN_MIXED, 0, 4.2, 4);
	add_site(world, SPACE_SHARED, PATTERN_CONTIGUOUS, 4, 1, 1);
	add_site(world, SPACE_LOCAL, PATTERN_STRIDED, 64, 32, 4);
	silence(world);
}

static void
columns(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_ERROR);
	says(finding->message, "uncoalesced load of 'in': ");
	says(finding->message, "x slower (32 sectors per request, ideal 4)");
	says(finding->cost, "slower than a coalesced access (");
	assert_null(strstr(finding->cost, "sectors"));
	assert_string_equal(finding->reason, "because");
	assert_string_equal(finding->site, "k/in[i]/0");
	assert_string_equal(finding->kernel, "k");
	assert_true(finding->predicted_penalty.low <= finding->predicted_penalty.estimate);
	assert_true(finding->predicted_penalty.estimate <= finding->predicted_penalty.high);
	assert_true(isnan(finding->measured_penalty.estimate));
	assert_int_equal(finding->status, FINDING_PREDICTED);
}

/* Lanes that share elements use all transmitted bytes, but in more sectors than necessary. */
static void
shared_elements(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	site->width = 64;
	const char *message = only_finding(world, "uncoalesced-access", SEVERITY_ERROR)->message;
	says(message, "32 sectors per request, ideal 4");
}

static void
backwards_columns(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, -4096, 32, 4)->kind = SITE_STORE;
	says(only_finding(world, "uncoalesced-access", SEVERITY_ERROR)->message, "uncoalesced store to 'in': ");
}

/* By each warp alone. */
static void
use_of_step(struct site *site, uint64_t pieces)
{
	site->step.used = site->step.used_by_warp = pieces;
}

/* Loads of the first 4-byte members of records of 16 bytes, through any pointers. */
static void
add_members(struct world *world, const char *array, size_t count)
{
	static const char *const members[] = {"in[i]", "in[i].y", "in[i].z", "other->w"};
	for (size_t i = 0; i < count; i++) {
		struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 16, 16, 4);
		site->record.is_accessed = true;
		site->object.allocation = array;
		use_of_step(site, UINT64_C(0xf) << 4 * i);
		site->expression = members[i];
	}
}

/* Records of this many bytes, all of which are used. */
static void
move_whole_records(struct world *world, int64_t size)
{
	for (size_t i = 0; i < world->launches[0].site_count; i++) {
		world->sites[i].step.bytes = world->sites[i].step.active = size;
		use_of_step(&world->sites[i], (UINT64_C(1) << size) - 1);
	}
}

static void
records(void **state)
{
	struct world *world = *state;
	const char array = 0;
	add_members(world, &array, 1);
	const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
	says(finding->message, "uncoalesced load of 'in': ");
	says(finding->message, "(16 sectors per request, ideal 4)");
	says(finding->advice, "the other members fill part of each sector");
}

/* If all members are read, the caches provide the rest of each sector. */
static void
records_of_which_all_members_are_read(void **state)
{
	struct world *world = *state;
	const char array = 0;
	add_members(world, &array, 1);
	const double alone = only_finding(world, "uncoalesced-access", SEVERITY_WARNING)->predicted_penalty.estimate;
	world->launches[0].site_count = 0;
	add_members(world, &array, 4);
	/* One array with one access pattern is one cause, which names the other places. */
	const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
	assert_int_equal(finding->related_count, 3);
	says(finding->message, "(16 sectors per request, ideal 4)");
	says(finding->reason, "; other accesses use the rest of its sectors");
	says(finding->advice, "align the record (__align__(16)), so that a lane moves the whole record");
	assert_string_equal(finding->related[0].message, "the same here");
	assert_string_equal(finding->related[2].message, "the same in the load of 'other'");
	assert_true(finding->predicted_penalty.estimate < alone);
	assert_true(finding->predicted_penalty.low <= 1);
	/* A block's records do not fit in shared memory. */
	for (size_t i = 0; i < 4; i++) {
		world->sites[i].step.bytes = world->sites[i].step.active = 4096;
		world->sites[i].loop.walks = true;
	}
	run(world);
	assert_int_equal(world->facts.finding_count, 1);
	says(world->facts.findings[0].advice, "let the lanes of a warp share one record");
}

static void
strides_that_were_made_up(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	only_finding(world, "uncoalesced-access", SEVERITY_ERROR);
	site->step.is_arbitrary = true;
	only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
}

/* Other warps may use what a warp's lanes leave of a sector. */
static void
sectors_that_other_warps_use(void **state)
{
	struct world *world = *state;
	const char array = 0;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 32, 32, 4);
	site->object.allocation = &array;
	site->step.used = UINT32_MAX;
	site->step.used_by_warp = 0xf;
	const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_ERROR);
	says(finding->message, "32 sectors per request, ideal 4)");
	says(finding->reason, "; other warps use the rest of its sectors");
	says(finding->advice, "let threadIdx.x walk along the row");
}

static void
records_that_no_vector_moves(void **state)
{
	struct world *world = *state;
	const char array = 0;
	add_members(world, &array, 4);
	/* A record that no vector can hold must be padded; one that is already moved by vectors needs no such
	 * advice. */
	move_whole_records(world, 28);
	says(only_finding(world, "uncoalesced-access", SEVERITY_NOTE)->advice,
	     "move a block's records through shared memory");
	/* If the launch's time is unknown, only the padding's size counts. */
	struct profile *profile = world->profile;
	world->profile = NULL;
	run(world);
	says(world->facts.findings[0].advice, "pad the record to 32 bytes");
	world->profile = profile;
	/* A store in between prevents merging, whatever the record's size. */
	struct site *store = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	store->kind = SITE_STORE;
	store->place.line = world->sites[1].place.line;
	run(world);
	says(world->facts.findings[0].advice, "copy the record to a variable, and read that");
	says(world->facts.findings[0].advice, "stores in between prevent the compiler from moving the whole record");
	/* A copy gains nothing either if the record is aligned to less than a vector. */
	move_whole_records(world, 32);
	run(world);
	says(world->facts.findings[0].advice,
	     "align the record (__align__(16)), copy the record to a variable, and read that");
	move_whole_records(world, 28);
	world->launches[0].site_count--;
	/* Padding is moved too: a third more is too much for a large record. */
	move_whole_records(world, 36);
	says(only_finding(world, "uncoalesced-access", SEVERITY_WARNING)->advice,
	     "move a block's records through shared memory");
	move_whole_records(world, 24);
	for (size_t i = 0; i < 4; i++)
		world->sites[i].width = 16;
	says(only_finding(world, "uncoalesced-access", SEVERITY_NOTE)->advice,
	     "move a block's records through shared memory");
	/* Stores get no help from a cache. */
	move_whole_records(world, 32);
	for (size_t i = 0; i < 4; i++) {
		world->sites[i].width = 4;
		world->sites[i].kind = SITE_STORE;
	}
	says(only_finding(world, "uncoalesced-access", SEVERITY_ERROR)->advice,
	     "so that a lane moves 16 bytes at a time");
}

static void
members_that_do_not_make_up_a_record(void **state)
{
	struct world *world = *state;
	const char array = 0, arrays[4] = {0};
	/* The same member four times is not four members, */
	add_members(world, &array, 4);
	for (size_t i = 0; i < 4; i++)
		use_of_step(&world->sites[i], 0xf);
	run(world);
	assert_null(strstr(world->facts.findings[0].message, "use the rest"));
	/* and neither are members of four arrays. */
	for (size_t i = 0; i < 4; i++) {
		use_of_step(&world->sites[i], UINT64_C(0xf) << 4 * i);
		world->sites[i].object.allocation = &arrays[i];
	}
	run(world);
	assert_null(strstr(world->facts.findings[0].message, "use the rest"));
}

/* A lane that goes along its own row uses its sectors completely. */
static void
rows_along(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	site->loop.walks = true;
	const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_ERROR);
	says(finding->message, "(32 sectors per request, ideal 4)");
	says(finding->reason, "; other accesses use the rest of its sectors");
	says(finding->advice, "let a warp walk along one row instead");
	assert_int_equal(finding->related_count, 0);
	/* Elements with dependences cannot be divided among a warp's lanes. */
	struct site *store = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	store->kind = SITE_STORE;
	store->is_recurrent = true;
	site->loop.place = store->loop.place = (struct place){"k.cu", 10, 5, 20, 5};
	says(only_finding(world, "uncoalesced-access", SEVERITY_ERROR)->advice, "transpose the array");
}

/* One index into two arrays is one cause. */
static void
one_walk(void **state)
{
	struct world *world = *state;
	const char index = 0;
	struct site *load = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	struct site *store = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	store->expression = "out[i]";
	store->kind = SITE_STORE;
	run(world);
	assert_int_equal(world->facts.finding_count, 2);
	load->object.walk = store->object.walk = &index;
	const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_ERROR);
	says(finding->message, "store to 'out'");
	assert_int_equal(finding->related_count, 1);
	assert_string_equal(finding->related[0].message, "the same in the load of 'in'");
	/* Also if element sizes differ, so that two rules report. */
	load->step.bytes = load->step.active = 16;
	load->predicted.sectors = 16 * requests;
	assert_int_equal(only_finding(world, "uncoalesced-access", SEVERITY_ERROR)->related_count, 1);
}

/* An access is named by the kernel's name for its array, or else by the allocation's. */
static void
names(void **state)
{
	struct world *world = *state;
	static const struct {
		const char *expression, *object, *reported;
	} cases[] = {
		{"in[i]", "d_in", "load of 'in': "},
		{"p->next", "d_in", "load of 'p': "},
		{"*p", "d_in", "load of 'p': "},
		{"*(p + i)", "d_in", "load of 'p': "},
		{"(*p)[i]", "d_in", "load of 'p': "},
		{"reference", "d_in", "load of 'reference': "},
		{"*cast<int *>(p)", "d_in", "load of 'd_in': "},
		{"at(p, i)", "d_in", "load of 'd_in': "},
		{"", "", "load: "},
		{"2[in]", "", "load: "},
	};
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		site->expression = cases[i].expression;
		site->object.name = cases[i].object;
		says(only_finding(world, "uncoalesced-access", SEVERITY_ERROR)->message, cases[i].reported);
	}
}

static void
strides(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 16, 16, 4);
	const struct finding *finding = only_finding(world, "strided-access", SEVERITY_WARNING);
	says(finding->message, "strided load of 'in': ");
	says(finding->message, "(16 sectors per request, ideal 4)");

	world->sites[0].kind = SITE_STORE;
	only_finding(world, "strided-access", SEVERITY_ERROR);
}

/* A stride that follows from an assumed size is not an error. */
static void
guessed_launches(void **state)
{
	struct world *world = *state;
	const char *assumption = "n = 1024: no call in these files binds it";
	add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 16, 16, 4)->kind = SITE_STORE;
	world->sites[0].confidence = CONFIDENCE_ASSUMED;
	only_finding(world, "strided-access", SEVERITY_ERROR);
	world->launches[0].caveats.assumptions = &assumption;
	world->launches[0].caveats.assumption_count = 1;
	assert_int_equal(only_finding(world, "strided-access", SEVERITY_WARNING)->confidence, CONFIDENCE_ASSUMED);
	world->launches[0].caveats.assumption_count = 0;
	world->launches[0].origin = LAUNCH_ASSUMED;
	assert_int_equal(only_finding(world, "strided-access", SEVERITY_WARNING)->confidence, CONFIDENCE_ASSUMED);
}

/* If narrow blocks go down columns, a wider block would be worse. */
static void
rows_of_a_block(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_MIXED, 4, 8, 4);
	site->step.is_within_rows = true;
	says(only_finding(world, "uncoalesced-access", SEVERITY_WARNING)->advice, "x dimension a multiple of 32");
	site->step.is_within_rows = false;
	site->step.bytes = site->step.active = 4096;
	site->predicted.sectors = 16 * requests;
	const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_ERROR);
	says(finding->message, "(16 sectors per request, ideal 4)");
	says(finding->advice, "let threadIdx.x walk along the row");
	site->record.is_accessed = true;
	says(only_finding(world, "uncoalesced-access", SEVERITY_ERROR)->advice, "structure of arrays");
}

static void
misalignment(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_MISALIGNED, 4, 5, 4);
	site->alignment.misalignment = 4;
	const struct finding *finding = only_finding(world, "misaligned-access", SEVERITY_NOTE);
	says(finding->message, "(begins 4 bytes into a sector, 5 sectors per request, ideal 4)");
	says(finding->advice, "pad the front of the array");
	site->alignment.varies = true;
	finding = only_finding(world, "misaligned-access", SEVERITY_NOTE);
	says(finding->message, "(begins inside a sector, 5 sectors per request, ideal 4)");
	says(finding->advice, "cudaMallocPitch");
	/* A misaligned load next to an aligned one of the same array needs no fix. */
	const char array = 0;
	struct site *aligned = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	site->object.allocation = aligned->object.allocation = &array;
	site->object.walk = &array;
	only_finding(world, "misaligned-access", SEVERITY_NOTE);
	aligned->object.walk = &array;
	silence(world);
	aligned->kind = SITE_STORE;
	/* If block sizes that are not a multiple of a warp are the cause, they are reported, with the place. */
	site->alignment.is_of_block = true;
	only_finding(world, "misaligned-access", SEVERITY_NOTE);
	world->launches[0].block[0] = 100;
	world->launches[0].grid[0] = 1 << 20;
	finding = only_finding(world, "partial-warp-block", SEVERITY_ERROR);
	assert_int_equal(finding->related_count, 1);
	assert_int_equal(finding->related[0].place.line, site->place.line);
	says(finding->related[0].message, "begin inside a sector, because the previous block ends in one");
}

static void
gathers(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_GATHER, 0, 32, 4);
	only_finding(world, "uncoalesced-access", SEVERITY_ERROR);
	/* An assumption about data gives at most a note, and unknown data nothing. */
	site->confidence = CONFIDENCE_ASSUMED;
	only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
	site->confidence = CONFIDENCE_UNKNOWN;
	silence(world);
	/* Scattered counters are the desired case. */
	site->confidence = CONFIDENCE_EXACT;
	site->kind = SITE_ATOMIC;
	silence(world);
}

static void
confidences(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);

	site->confidence = CONFIDENCE_ASSUMED;
	assert_int_equal(only_finding(world, "uncoalesced-access", SEVERITY_ERROR)->confidence, CONFIDENCE_ASSUMED);
	/* Between 8 and 32: certainly bad, but not an error. */
	site->confidence = CONFIDENCE_BOUNDED;
	site->predicted.low = 8 * requests;
	site->predicted.high = 32 * requests;
	only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
	/* Between 4 and 32: possibly fine. */
	site->predicted.low = 4 * requests;
	only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
	site->predicted.sectors = 7 * requests;
	silence(world);
	site->predicted.sectors = NAN;
	silence(world);
	site->confidence = CONFIDENCE_UNKNOWN;
	silence(world);
}

static void
without_a_profile(void **state)
{
	struct world *world = *state;
	profile_free(world->profile);
	world->profile = NULL;
	add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
	assert_true(isnan(finding->predicted_penalty.estimate));
	assert_null(strstr(finding->cost, "times"));
	world->sites[0].predicted.sectors = 5 * requests;
	only_finding(world, "uncoalesced-access", SEVERITY_NOTE);

	struct launch *launch = &world->launches[0];
	launch->site_count = 0;
	launch->block[0] = 100;
	launch->grid[0] = 1 << 20;
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	assert_string_equal(only_finding(world, "partial-warp-block", SEVERITY_WARNING)->cost, "");
}

static void
weight(void **state)
{
	struct world *world = *state;
	struct site *small = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	struct site *large = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);

	/* A copy; then a part, a small part, and less than a hundredth of the launch's traffic. */
	static const struct {
		double times;
		enum severity severity;
		const char *cost;
	} cases[] = {
		{1, SEVERITY_ERROR, "7.8x slower than"},
		{20, SEVERITY_WARNING, "2.0x slower than"},
		{200, SEVERITY_NOTE, "1.10x slower than"},
		{2000, SEVERITY_NOTE, "not worth fixing, 1.01x"},
	};
	const struct figures one = large->predicted;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		large->predicted.sectors = cases[i].times * one.sectors;
		large->predicted.ideal_sectors = cases[i].times * one.ideal_sectors;
		const struct finding *finding = only_finding(world, "uncoalesced-access", cases[i].severity);
		says(finding->cost, cases[i].cost);
	}
	/* A launch that is not completely known has no share. */
	large->predicted.sectors = NAN;
	assert_null(strstr(only_finding(world, "uncoalesced-access", SEVERITY_ERROR)->cost, "launch's sectors"));

	/* A launch of a few warps takes negligible time, however often it is made: the launch overhead is longer. */
	world->launches[0].site_count = 1;
	small->predicted.requests = 8;
	small->predicted.sectors = 256;
	small->predicted.ideal_sectors = 32;
	only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
	world->launches[0].program.repeats = 1000;
	only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
}

/* Without measured times, traffic is weighed in the same way. */
static void
weight_without_profile(void **state)
{
	struct world *world = *state;
	profile_free(world->profile);
	world->profile = NULL;
	add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	struct site *large = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 40, 40);
	only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
	large->predicted.sectors = large->predicted.ideal_sectors = 800 * requests;
	says(only_finding(world, "uncoalesced-access", SEVERITY_NOTE)->cost, "(4% of the launch's sectors)");
	/* Unknown traffic of the launch does not give the access more weight than the known traffic does. */
	large->predicted.sectors = large->predicted.ideal_sectors = NAN;
	only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
	world->launches[0].local_memory.traffic.load_sectors = 10000 * requests;
	only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
	world->launches[0].local_memory.traffic.load_sectors = 0;
	world->sites[0].predicted.requests = 100;
	world->sites[0].predicted.sectors = 3200;
	world->sites[0].predicted.ideal_sectors = 400;
	only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
}

/* Each of many bad accesses is a small part of the launch's traffic, but not of its ideal traffic. */
static void
weight_among_the_bad(void **state)
{
	struct world *world = *state;
	static const char *const arrays[] = {"a[i]", "b[j]", "c[k]", "d[l]", "e[m]", "f[n]", "g[o]", "h[p]"};
	for (size_t i = 0; i < 8; i++) {
		struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
		site->expression = arrays[i];
		site->object.allocation = site->object.walk = arrays[i];
	}
	run(world);
	assert_int_equal(world->facts.finding_count, 8);
	for (size_t i = 0; i < 8; i++)
		assert_true(world->facts.findings[i].severity >= SEVERITY_WARNING);
}

/* Inactive lanes without a branch instruction: only their memory accesses matter. */
static void
short_sides(void **state)
{
	struct world *world = *state;
	struct site *access = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4), *site = add_branch(world, 1);
	site->branch.form = BRANCH_ONE_ARM;
	site->branch.arm_instructions = 2;
	site->branch.arm_warps = requests;
	site->branch.whole_warps = requests / 4;
	site->branch.arm_lanes = 8 * requests;
	silence(world);
	access->inactive_lanes.branch = site;
	const struct finding *finding = only_finding(world, "divergent-branch", SEVERITY_ERROR);
	says(finding->message, "(100% of warps execute it with 8 of 32 lanes active)");
	says(finding->advice, "so that neighbouring threads take part");
	/* Executed once by each warp, it is little. */
	world->launches[0].grid[0] = (uint32_t)requests;
	only_finding(world, "divergent-branch", SEVERITY_NOTE);
	/* Few warps reach it. */
	site->branch.arm_warps = requests / 16;
	site->branch.whole_warps = requests / 64;
	silence(world);
	site->branch.arm_instructions = 100;
	site->branch.arm_work.instructions = 1e8;
	only_finding(world, "divergent-branch", SEVERITY_NOTE);
}

/* An access that would wait longer with contiguous lanes is fine as it is, however many sectors it touches. */
static void
gains(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	static const struct {
		double times;
		size_t findings;
	} cases[] = {{0.1, 1}, {1, 1}, {100, 0}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		set_demands(world, site);
		site->ideal_demand = demand_of(site, cases[i].times * site->predicted.sectors, NEAR_NOTHING);
		world->facts.finding_count = 0;
		rules_run(&world->facts, world->profile, NULL);
		assert_int_equal(world->facts.finding_count, cases[i].findings);
	}
}

/* Many places with one cause have the weight of their sum; each has its share of its own launch. */
static void
weight_of_places(void **state)
{
	struct world *world = *state;
	for (size_t i = 0; i < 4; i++)
		add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 600, 600)->expression = "out[i]";
	const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
	assert_int_equal(finding->related_count, 3);

	/* In a second launch only two of them are bad. */
	world->launches[1].sites = &world->sites[2];
	world->launches[1].site_count = 3;
	world->kernel.launch_count = 2;
	only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
	/* Two alone are too few. */
	world->launches[0] = world->launches[1];
	world->kernel.launch_count = 1;
	world->sites[4].predicted.sectors = world->sites[4].predicted.ideal_sectors = 2400 * requests;
	finding = only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
	assert_int_equal(finding->related_count, 1);
}

/* A column of a tile of 32 rows of 32 floats. */
static struct site *
add_column(struct world *world, const void *tile)
{
	struct site *site = add_site(world, SPACE_SHARED, PATTERN_STRIDED, 128, 32, 1);
	site->object.name = "tile";
	site->expression = "tile[x][y]";
	site->object.allocation = tile;
	site->shared.row_bytes = 128;
	site->shared.element_bytes = 4;
	site->shared.row_length = "SIDE";
	site->object.by_dimensions = true;
	site->object.declaration = (struct place){"k.cu", 3, 2, 3, 33};
	return site;
}

static void
bank_conflicts(void **state)
{
	struct world *world = *state;
	const char tile = 0;
	struct site *site = add_column(world, &tile);
	const struct finding *finding = only_finding(world, "bank-conflict", SEVERITY_ERROR);
	says(finding->message, "32-way bank conflict in the load of 'tile': ");
	says(finding->message, "x slower (32 wavefronts per request, ideal 1)");
	says(finding->advice, "pad each row by one element ([SIDE + 1]), or swizzle the column (column ^ row)");
	assert_int_equal(finding->fix_count, 1);
	says(finding->fixes[0].message, "rows of 33 elements: [SIDE + 1] as its last dimension");
	assert_string_equal(finding->fixes[0].replacement, " + 1");
	assert_int_equal(finding->fixes[0].place.line, 3);
	assert_int_equal(finding->fixes[0].place.column, 32);
	assert_int_equal(finding->fixes[0].place.end_column, 32);

	/* Longer rows exceed what a kernel may declare. */
	site->shared.bytes = 32 * site->shared.row_bytes;
	world->facts.kernels[0].resources.static_shared = 48 * 1024 - 31 * 4;
	finding = only_finding(world, "bank-conflict", SEVERITY_ERROR);
	assert_int_equal(finding->fix_count, 0);
	says(finding->advice,
	     "swizzle the column (column ^ row): accesses to 'tile' then take 1 wavefront per request on average, not 32");
	world->facts.kernels[0].resources.static_shared -= 4;
	assert_int_equal(only_finding(world, "bank-conflict", SEVERITY_ERROR)->fix_count, 1);

	/* Every second row of 32: with a step of 66 words, lanes would still share banks in pairs. */
	site->step.bytes = site->step.active = 256;
	finding = only_finding(world, "bank-conflict", SEVERITY_ERROR);
	assert_int_equal(finding->fix_count, 1);
	says(finding->advice,
	     "([SIDE + 1]), or swizzle the column (column ^ row): accesses to 'tile' then take 2 wavefronts per request on average, not 32");
	says(finding->cost, "x slower than with the advised layout");
	/* Elements of 8 bytes, whose lanes are served in two groups. */
	site->width = site->source.width = site->shared.element_bytes = 8;
	site->shared.row_bytes = 256;
	site->predicted.ideal_wavefronts = 2 * requests;
	assert_int_equal(only_finding(world, "bank-conflict", SEVERITY_ERROR)->fix_count, 1);
	/* Without rows in the array there is no padding of rows. */
	site->shared.row_bytes = 0;
	finding = only_finding(world, "bank-conflict", SEVERITY_ERROR);
	assert_int_equal(finding->fix_count, 0);
	assert_null(strstr(finding->advice, "+ 1"));
}

/* Another layout changes all accesses to the array, whatever their steps: they are one finding with their total
 * cost. */
static void
conflicts_in_one_array(void **state)
{
	struct world *world = *state;
	const char tile = 0, other = 0;
	add_column(world, &tile);
	struct site *second = add_column(world, &tile);
	second->step.bytes = second->step.active = 256;
	second->kind = SITE_STORE;
	const struct finding *finding = only_finding(world, "bank-conflict", SEVERITY_ERROR);
	assert_int_equal(finding->related_count, 1);
	assert_int_equal(finding->site_count, 2);
	assert_true(!(finding->time_share > 1));
	second->object.allocation = &other;
	run(world);
	assert_int_equal(world->facts.finding_count, 2);
}

/* Multiplies how often an access is executed. */
static void
repeat(struct site *site, double times)
{
	site->predicted.requests *= times;
	site->predicted.lanes *= times;
	site->predicted.wavefronts *= times;
	site->predicted.ideal_wavefronts *= times;
}

/* The same for accesses through several pointers into one array. The reported access is one that wastes much more than
 * the others. */
static void
conflicts_through_pointers(void **state)
{
	struct world *world = *state;
	const char room = 0;
	for (int i = 0; i < 2; i++) {
		struct site *site = add_site(world, SPACE_SHARED, PATTERN_STRIDED, 128, 32, 1);
		site->object.allocation = &room;
		site->object.name = "dynamic shared memory";
		site->expression = i ? "second[32 * t]" : "first[32 * t]";
	}
	const struct finding *finding = only_finding(world, "bank-conflict", SEVERITY_ERROR);
	says(finding->message, "of 'first'");
	assert_int_equal(finding->related_count, 1);
	assert_string_equal(finding->related[0].message, "the same in the load of 'second'");
	repeat(&world->sites[1], 3);
	says(only_finding(world, "bank-conflict", SEVERITY_ERROR)->message, "of 'second'");
}

/* Half of the lanes access every second word of a row of the banks, the others another row. */
static void
fill_sample(struct shared_sample *sample, int32_t row)
{
	*sample = (struct shared_sample){.active = UINT32_MAX, .width = 4};
	for (int l = 0; l < 32; l++) {
		sample->at[l] = l % 16 * 2 * 4 + l / 16 * row;
		sample->alike[l] = (uint8_t)l;
	}
}

/* Two arrays of a butterfly, with one common index or two. */
static void
conflicts_of_arrays_with_one_index(void **state)
{
	struct world *world = *state;
	const char keys = 0, values = 0;
	struct shared_sample samples[2];
	for (int i = 0; i < 2; i++) {
		struct site *site = add_site(world, SPACE_SHARED, PATTERN_MIXED, 0, 2, 1);
		repeat(site, 10);
		fill_sample(&samples[i], 128);
		site->object.allocation = i ? &values : &keys;
		site->object.name = i ? "value" : "key";
		site->expression = i ? "value[at]" : "key[at]";
		site->shared.bytes = 4096;
		site->shared.samples = &samples[i];
		site->shared.sample_count = 1;
	}
	const struct finding *finding = only_finding(world, "bank-conflict", SEVERITY_WARNING);
	const double both = finding->predicted_penalty.estimate;
	says(finding->message, "2-way bank conflict in the load of 'key'");
	says(finding->advice, "then take 1 wavefront per request on average, not 2");
	assert_int_equal(finding->related_count, 1);
	assert_string_equal(finding->related[0].message, "the same in the load of 'value'");
	fill_sample(&samples[1], 384);
	run(world);
	assert_int_equal(world->facts.finding_count, 2);
	assert_true(world->facts.findings[0].predicted_penalty.estimate < both);
}

/* Eight lanes that move the rows of a matrix, 16 bytes each. */
static void
fill_fragment(struct shared_sample *sample, int32_t from, int32_t row)
{
	*sample = (struct shared_sample){.active = 0xff, .width = 16};
	for (int l = 0; l < 8; l++) {
		sample->at[l] = from + l * row;
		sample->alike[l] = (uint8_t)l;
	}
}

/* Matrices in one array: each has its own row length, and its own padding. */
static void
conflicts_of_fragments(void **state)
{
	struct world *world = *state;
	const char room = 0;
	struct shared_sample samples[2];
	static const int32_t rows[] = {512, 160};
	for (int i = 0; i < 2; i++) {
		struct site *site = add_site(world, SPACE_SHARED, PATTERN_MIXED, 0, i ? 2 : 8, 1);
		fill_fragment(&samples[i], 48, rows[i]);
		site->width = site->source.width = 16;
		site->object.allocation = &room;
		site->object.name = "dynamic shared memory";
		site->expression = "load_matrix_sync(a, tile, row)";
		site->object.is_matrix = true;
		site->shared.bytes = 32768;
		site->shared.samples = &samples[i];
		site->shared.sample_count = 1;
	}
	run(world);
	assert_int_equal(world->facts.finding_count, 2);
	says(world->facts.findings[0].advice, "pad each row of the matrix by 16 bytes (528 for 512)");
	says(world->facts.findings[1].advice, "pad each row of the matrix by 16 bytes (176 for 160)");
	fill_fragment(&samples[1], 0, 512);
	assert_int_equal(only_finding(world, "bank-conflict", SEVERITY_WARNING)->related_count, 1);
	/* The row length is unknown if all lanes are contiguous. */
	fill_fragment(&samples[1], 0, 16);
	run(world);
	assert_int_equal(world->facts.finding_count, 2);
}

/* A small conflict is a warning if it is known to have a cost. */
static void
conflicts_that_may_be_hidden(void **state)
{
	struct world *world = *state;
	const char line = 0;
	struct launch *launch = &world->launches[0];
	struct site *site = add_site(world, SPACE_SHARED, PATTERN_STRIDED, 16, 4, 1);
	site->object.allocation = &line;
	only_finding(world, "bank-conflict", SEVERITY_WARNING);
	launch->origin = LAUNCH_ASSUMED;
	only_finding(world, "bank-conflict", SEVERITY_NOTE);
	site->predicted.wavefronts *= 2;
	site->step.bytes = 32;
	only_finding(world, "bank-conflict", SEVERITY_WARNING);
	/* The time is unknown. In an abandoned loop only the loop's own accesses are known to be repeated. */
	launch->origin = LAUNCH_SOURCE;
	launch->caveats.cut_loop = (struct place){"k.cu", 8, 2, 20, 3};
	only_finding(world, "bank-conflict", SEVERITY_NOTE);
	site->loop.place = launch->caveats.cut_loop;
	only_finding(world, "bank-conflict", SEVERITY_WARNING);
	site->predicted.wavefronts /= 2;
	site->step.bytes = 16;
	only_finding(world, "bank-conflict", SEVERITY_NOTE);
}

/* Lanes with varying distances cannot be made contiguous, and the tried layouts are no better. */
static void
conflicts_without_layout(void **state)
{
	struct world *world = *state;
	const char line = 0;
	struct shared_sample sample;
	struct site *site = add_site(world, SPACE_SHARED, PATTERN_MIXED, 0, 2, 1);
	repeat(site, 10);
	fill_sample(&sample, 4096);
	site->object.allocation = &line;
	site->shared.bytes = 8192;
	site->shared.samples = &sample;
	site->shared.sample_count = 1;
	assert_string_equal(only_finding(world, "bank-conflict", SEVERITY_NOTE)->advice,
	                    "none of the tested layouts helps");
	/* Without known lanes there is no advice on layouts. */
	site->shared.sample_count = 0;
	says(only_finding(world, "bank-conflict", SEVERITY_WARNING)->advice,
	     "let neighbouring lanes access neighbouring words");
}

/* Two equal launches of a kernel: a finding in both is saved in both, and a finding in one only there. */
static void
share_of_all_launches(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	const double own = only_finding(world, "uncoalesced-access", SEVERITY_ERROR)->time_share;
	assert_true(own > 0.5 && own < 1);

	struct site good = world->sites[0];
	good.pattern = PATTERN_CONTIGUOUS;
	good.step.bytes = good.step.active = 4;
	good.predicted.sectors = good.predicted.ideal_sectors;
	const struct site *const second[] = {&world->sites[0], &good};
	for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
		world->sites[4] = *second[i];
		world->launches[1].sites = &world->sites[4];
		world->launches[1].site_count = 1;
		world->kernel.launch_count = 2;
		const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_ERROR);
		const double us[] = {world->launches[0].predicted_time.us, world->launches[1].predicted_time.us};
		const double expected = own * (us[0] + (i ? 0 : us[1])) / (us[0] + us[1]);
		assert_float_equal(finding->time_share, expected, 1e-6);
		assert_float_equal(finding->saved_us, expected * (us[0] + us[1]), 1e-6);
	}
}

/* The same for findings about a launch's shape. */
static void
share_of_launches_of_one_shape(void **state)
{
	struct world *world = *state;
	world->launches[0].origin = world->launches[1].origin = LAUNCH_ASSUMED;
	for (size_t i = 0; i < 2; i++) {
		world->launches[i].block[0] = 33;
		world->launches[i].grid[0] = 1 << 20;
	}
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	const double own = only_finding(world, "partial-warp-block", SEVERITY_WARNING)->time_share;
	assert_true(own > 0.05);
	world->launches[1].site_count = 1;
	world->kernel.launch_count = 2;
	assert_float_equal(only_finding(world, "partial-warp-block", SEVERITY_WARNING)->time_share, own, 1e-6);
}

/* A fix that cannot be written there, or would break another access, is given in words. */
static void
paddings_in_words(void **state)
{
	struct world *world = *state;
	const char tile = 0;
	struct site *site = add_column(world, &tile);
	static const struct {
		const char *length, *reported;
	} lengths[] = {
		{"", "by one element (33 for 32)"},
		{"SIDE + PAD", "by one element (33 for the 32 of [SIDE + PAD])"},
		{"1 << 5", "by one element (33 for the 32 of [1 << 5])"},
		{"WIDE ? 32 : 16", "by one element (33 for the 32 of [WIDE ? 32 : 16])"},
	};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		site->shared.row_length = lengths[i].length;
		const struct finding *finding = only_finding(world, "bank-conflict", SEVERITY_ERROR);
		assert_int_equal(finding->fix_count, 0);
		says(finding->advice, lengths[i].reported);
	}
	site->shared.row_length = "2 * SIDE";
	struct site *other = add_site(world, SPACE_SHARED, PATTERN_CONTIGUOUS, 4, 1, 1);
	other->object.allocation = &tile;
	says(only_finding(world, "bank-conflict", SEVERITY_ERROR)->advice,
	     "and update the pointer arithmetic at line 12, which relies on the row length");
	other->object.by_dimensions = true;
	assert_int_equal(only_finding(world, "bank-conflict", SEVERITY_ERROR)->fix_count, 1);
	other->width = other->source.width = 16;
	other->step.bytes = other->step.active = 16;
	other->predicted.wavefronts = other->predicted.ideal_wavefronts = 4 * requests;
	const struct finding *finding = only_finding(world, "bank-conflict", SEVERITY_ERROR);
	assert_int_equal(finding->fix_count, 1);
	says(finding->advice,
	     "by 4 elements ([2 * SIDE + 4]), which keeps rows aligned for the vector accesses at line 12: accesses to 'tile' then take 4 wavefronts per request on average, not 18");
	site->width = site->source.width = 16;
	site->predicted.ideal_wavefronts = 4 * requests;
	finding = only_finding(world, "bank-conflict", SEVERITY_ERROR);
	assert_int_equal(finding->fix_count, 1);
	assert_string_equal(finding->fixes[0].replacement, " + 4");
	other->object.is_matrix = true;
	finding = only_finding(world, "bank-conflict", SEVERITY_ERROR);
	assert_int_equal(finding->fix_count, 0);
	says(finding->advice,
	     "pass the new row length to the calls that load and store its fragments: its accesses then take 4 wavefronts per request on average, not 32");
}

/* A load of the same words by eight warps, 47 times; its demand is as in add_site. */
static struct site *
add_reused(struct world *world, const void *memory)
{
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	const double blocks = 264, executions = 47;
	site->object.allocation = memory;
	site->uneven.of_block = 1;
	site->loop.place = (struct place){"k.cu", 8, 2, 15, 3};
	site->reuse = (struct block_reuse){
		.executions = executions,
		.words = executions * 256,
		.apart_words = executions * 32,
		.new_words = executions * 32,
		.new_sectors = executions * 4,
		.blocks = blocks,
		.first = 4096,
		.end = 4096 + (uint64_t)executions * 4096,
	};
	return site;
}

static void
unstaged_reuse(void **state)
{
	struct world *world = *state;
	const char table = 0, result = 0;
	world->facts.gpu = "H200";
	struct site *load = add_reused(world, &table);
	const struct finding *finding = only_finding(world, "unstaged-reuse", SEVERITY_NOTE);
	says(finding->message, "unstaged reuse of 'in': ");
	says(finding->message, "(a block loads each word 8 times)");
	says(finding->advice, "iterations of the loop at line 8, copy the block's part of 'in' to shared memory (");
	says(finding->cost, "slower than from a tile in shared memory");

	/* Iterations that reload what earlier ones loaded need a copy of the whole part. */
	load->reuse.new_words = 320;
	load->reuse.new_sectors = 40;
	says(only_finding(world, "unstaged-reuse", SEVERITY_NOTE)->advice,
	     "copy the block's part of 'in' to shared memory (1.25 KiB)");
	/* Its size must be known, and it must fit. */
	load->reuse.is_estimated = true;
	silence(world);
	load->reuse.end = load->reuse.first + 1280;
	says(only_finding(world, "unstaged-reuse", SEVERITY_NOTE)->advice, "(1.25 KiB)");
	world->facts.shared_per_block = 1024;
	silence(world);
	world->facts.shared_per_block = 48 * 1024;

	/* Threads execute it unevenly, or its addresses depend on data. */
	load->uneven.of_block = 1.2;
	silence(world);
	load->uneven.of_block = 1;
	load->basis.is_data_dependent = true;
	silence(world);
	load->basis.is_data_dependent = false;
	/* Memory that the launch writes may change later. */
	struct site *store = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 0.1, 0.1);
	store->kind = SITE_STORE;
	store->object.allocation = &table;
	silence(world);
	store->object.allocation = &result;
	only_finding(world, "unstaged-reuse", SEVERITY_NOTE);
	/* All warps store the same: they do redundant work. */
	store->reuse = (struct block_reuse){.executions = 47, .new_words = 32, .blocks = 264};
	silence(world);
}

static struct site *
add_repeated(struct world *world, enum site_kind kind, const void *memory, uint64_t at)
{
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	site->kind = kind;
	site->object.allocation = memory;
	site->expression = "sum[row]";
	site->loop.repeated = 0.99;
	site->loop.repeated_at = at;
	site->loop.may_alias = true;
	site->loop.place = (struct place){"k.cu", 8, 2, 15, 3};
	return site;
}

/* An address that each iteration of a loop loads and stores, and other loads that are repeated because of the store. */
static void
round_trips(void **state)
{
	struct world *world = *state;
	const char sums = 0, table = 0;
	world->launches[0].grid[0] = 72;
	struct site *load = add_repeated(world, SITE_LOAD, &sums, 77),
		    *store = add_repeated(world, SITE_STORE, &sums, 77);
	/* Only the machine code shows whether the compiler keeps the value in a register. */
	silence(world);
	store->code.share = (struct code_share){.requests = requests, .width = 4};
	store->loop.stores_the_same = true;
	silence(world);
	store->loop.stores_the_same = false;
	const struct finding *finding = only_finding(world, "memory-round-trip", SEVERITY_WARNING);
	says(finding->message, "memory round trip of 'sum[row]': ");
	says(finding->message, "x slower (loaded and stored in each of 100 iterations)");
	says(finding->reason, "all iterations of the loop at line 8 go to one address");
	says(finding->cost, "99% of the launch's requests");
	says(finding->advice,
	     "load it before, keep it in a variable in the loop at line 8, and store it after the loop");
	/* A store alone costs almost nothing. */
	load->loop.repeated = 0;
	silence(world);
	load->loop.repeated = 0.99;

	/* Memory that nothing stores to is reloaded as long as the store may alias it. */
	struct site *again = add_repeated(world, SITE_LOAD, &table, 78);
	says(only_finding(world, "memory-round-trip", SEVERITY_WARNING)->cost, "99% of the launch's requests");
	/* An uncertain gain of an assumed launch is a note. */
	world->launches[0].origin = LAUNCH_ASSUMED;
	assert_true(only_finding(world, "memory-round-trip", SEVERITY_NOTE)->predicted_penalty.low < 1);
	world->launches[0].origin = LAUNCH_SOURCE;
	/* A load that is executed once does not wait for the store, and there is too little to save. */
	again->loop.repeated = 0;
	silence(world);
	/* Other elements loaded in the loop may be another thread's, and so may one address for all lanes. */
	again->object.allocation = &sums;
	silence(world);
	/* So may equal ones in each iteration: the loop may wait at a barrier for other threads. */
	again->loop.repeated = 0.99;
	silence(world);
	/* A member of the thread's own record belongs to no other thread. */
	again->record.is_accessed = store->record.is_accessed = true;
	again->step.bytes = store->step.bytes = 8;
	again->predicted.sectors = again->predicted.ideal_sectors = 0;
	again->loop.repeated_at = 81;
	only_finding(world, "memory-round-trip", SEVERITY_WARNING);
	again->loop.repeated_at = 85;
	silence(world);
	/* The same for an array in the thread's own record along which the loop goes. */
	again->loop.repeated = 0;
	again->step.end = store->step.from = 4;
	store->step.end = 8;
	only_finding(world, "memory-round-trip", SEVERITY_WARNING);
	again->step.end = 5;
	silence(world);
	again->step.end = 0;
	again->record.is_accessed = store->record.is_accessed = false;
	again->step.bytes = store->step.bytes = 4;
	again->object.allocation = &table;
	store->pattern = PATTERN_UNIFORM;
	silence(world);
	store->pattern = PATTERN_CONTIGUOUS;
	store->loop.repeated = 0.3;
	silence(world);
}

/* The more global memory traffic a launch has, the more of a conflict it hides. */
static void
hidden_conflicts(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_SHARED, PATTERN_STRIDED, 128, 32, 1);
	const double alone = only_finding(world, "bank-conflict", SEVERITY_ERROR)->predicted_penalty.estimate;
	assert_true(alone > 2);
	struct site *global = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 400, 400);
	says(only_finding(world, "bank-conflict", SEVERITY_NOTE)->cost, "not worth fixing, 1.00x");
	/* A launch of unknown time is judged by the kernel's other launch. */
	world->launches[1].site_count = 2;
	world->launches[1].execution.unbounded_time = "the trip count of the loop at line 8 depends on data";
	world->kernel.launch_count = 2;
	only_finding(world, "bank-conflict", SEVERITY_NOTE);
	world->kernel.launch_count = 1;
	global->predicted.sectors = global->predicted.ideal_sectors = 32 * requests;
	run(world);
	assert_int_equal(world->facts.finding_count, 1);
	assert_true(world->facts.findings[0].predicted_penalty.estimate < alone);
}

/* An access in a loop to memory whose address the kernel's parameter of this name has. */
static struct site *
add_in_loop(struct world *world, enum site_kind kind, struct launch_argument *input, const char *name,
            const void *memory)
{
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	site->kind = kind;
	site->object.allocation = memory;
	site->object.name = site->expression = name;
	site->loop.place = (struct place){"k.cu", 8, 2, 15, 3};
	site->loop.may_alias = true;
	site->demand =
		(struct demand){.lookups = requests, .l2_sectors = 4 * requests, .late = requests, .late_share = 1};
	site->basis.demand_is_known = true;
	*input = (struct launch_argument){.name = name, .kind = ARGUMENT_BUFFER, .memory = memory};
	return site;
}

/* Loads of a loop that wait for a store of the previous iteration. */
static void
waiting_loads(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	const char from = 0, to = 0;
	struct launch_argument inputs[2];
	struct site *load = add_in_loop(world, SITE_LOAD, &inputs[0], "in", &from);
	struct site *store = add_in_loop(world, SITE_STORE, &inputs[1], "out", &to);
	launch->data.inputs = inputs;
	launch->data.input_count = 2;
	launch->execution.work = (struct work){.instructions = 8 * requests, .chained_loads = requests};
	load->loop.held = 1;
	load->loop.phase = 1;
	load->loop.unrolled = 4;
	const struct finding *finding = only_finding(world, "read-only-path", SEVERITY_WARNING);
	says(finding->message, "load of 'in' waits for a store: ");
	says(finding->message, "x slower (4 iterations could load together)");
	says(finding->reason,
	     "the store to 'out' at line 12 may alias the loaded memory: the loads of the loop at line 8");
	says(finding->advice, "declare 'in' of 'k' as `const T *__restrict__`: no launch of the kernel stores there");
	inputs[0].path = "p.in";
	says(only_finding(world, "read-only-path", SEVERITY_WARNING)->advice,
	     "copy 'p.in' to variables of type `const T *__restrict__`, and read through these");
	inputs[0].path = NULL;

	/* The compiler knows that one of them does not alias. */
	load->loop.may_alias = false;
	silence(world);
	load->loop.may_alias = true;
	store->loop.may_alias = false;
	silence(world);
	store->loop.may_alias = true;
	/* The compiler does not unroll the loop. */
	load->loop.unrolled = 1;
	silence(world);
	load->loop.unrolled = 4;
	/* The memory is stored to, or may be. */
	store->object.allocation = &from;
	silence(world);
	store->object.allocation = NULL;
	silence(world);
	store->object.allocation = &to;
	/* Atomics order the accesses around them. A store to one address belongs to another rule. A store after the
	 * loop delays nothing. */
	store->kind = SITE_ATOMIC;
	silence(world);
	store->kind = SITE_STORE;
	store->loop.place = (struct place){0};
	silence(world);
	store->loop.place = load->loop.place;
	/* No parameter has the address, or several have it. */
	inputs[0].memory = &to;
	silence(world);
	inputs[1].memory = inputs[0].memory = &from;
	silence(world);
	inputs[1].memory = &to;
	/* The arguments of an assumed launch are unknown. */
	launch->origin = LAUNCH_ASSUMED;
	silence(world);
	launch->origin = LAUNCH_SOURCE;
	only_finding(world, "read-only-path", SEVERITY_WARNING);
	/* Another load of the loop still has to wait. */
	struct site *in_place = add_in_loop(world, SITE_LOAD, &inputs[1], "out", &to);
	in_place->loop.held = 1;
	in_place->loop.phase = 1;
	in_place->loop.unrolled = 4;
	silence(world);
}

/* A launch that works in place decides for its kernel. */
static void
loads_of_two_launches(void **state)
{
	struct world *world = *state;
	const char from = 0, to = 0;
	struct launch_argument inputs[2], of_other[2];
	struct site *load = add_in_loop(world, SITE_LOAD, &inputs[0], "in", &from);
	add_in_loop(world, SITE_STORE, &inputs[1], "out", &to);
	load->loop.held = 1;
	load->loop.phase = 1;
	load->loop.unrolled = 4;
	world->launches[0].data.inputs = inputs;
	world->launches[0].data.input_count = 2;
	world->launches[0].execution.work.chained_loads = requests;
	world->launches[1] = world->launches[0];
	world->kernel.launch_count = 2;
	only_finding(world, "read-only-path", SEVERITY_WARNING);
	memcpy(of_other, inputs, sizeof inputs);
	of_other[0].memory = &to;
	world->launches[1].data.inputs = of_other;
	silence(world);
}

static const struct finding *
uncoalesced(struct world *world)
{
	run(world);
	assert_int_equal(world->facts.finding_count, 1);
	assert_string_equal(world->facts.findings[0].rule, "uncoalesced-access");
	return &world->facts.findings[0];
}

/* Loads of a patch of an image, in rows that no order of the lanes makes contiguous. */
static void
patches(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	const char image = 0, other = 0;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_MIXED, 0, 30, 4);
	struct launch_argument input = {
		.name = "in", .kind = ARGUMENT_BUFFER, .memory = &image, .buffer_bytes = 1 << 24};
	site->object.allocation = &image;
	site->patch = (struct lane_patch){.pitch = 16384, .rows = 30, .columns = 12, .sparseness = 11};
	launch->block[0] = 32;
	launch->block[1] = 8;
	launch->data.inputs = &input;
	launch->data.input_count = 1;
	const struct finding *finding = uncoalesced(world);
	says(finding->cost, "x slower than by texture fetches");
	says(finding->advice, "a warp's lanes lie in 30 rows and 12 columns");
	says(finding->advice, "try blocks 16 threads wide and higher");
	says(finding->advice, "copy 'in' to a CUDA array");
	/* No other block shape is possible, or blocks are narrow. */
	launch->block[0] = 16;
	launch->block[1] = 16;
	assert_null(strstr(uncoalesced(world)->advice, "try blocks"));
	/* A full tile, one of few rows, and scattered elements. */
	const struct lane_patch others[] = {
		{.pitch = 16384, .rows = 16, .columns = 2, .sparseness = 1},
		{.pitch = 16384, .rows = 8, .columns = 12, .sparseness = 3},
		{.pitch = 16384, .rows = 900, .columns = 12, .sparseness = 300},
		{.pitch = 16384, .rows = 30, .columns = 900, .sparseness = 300},
		{.pitch = 0},
	};
	const struct lane_patch patch = site->patch;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		site->patch = others[i];
		assert_null(strstr(uncoalesced(world)->advice, "texture"));
	}
	site->patch = patch;
	/* Too many rows for a texture; an array that is not an argument, or that is stored to. */
	input.buffer_bytes = UINT64_C(1) << 40;
	assert_null(strstr(uncoalesced(world)->advice, "texture"));
	input.buffer_bytes = 1 << 24;
	input.memory = &other;
	assert_null(strstr(uncoalesced(world)->advice, "texture"));
	input.memory = &image;
	struct site *store = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	store->kind = SITE_STORE;
	store->object.allocation = &image;
	assert_null(strstr(uncoalesced(world)->advice, "texture"));
	store->object.allocation = &other;
	says(uncoalesced(world)->advice, "texture");
}

static void
shared_atomics(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_SHARED, PATTERN_UNIFORM, 0, 32, 1);
	site->kind = SITE_ATOMIC;
	site->atomic.same_address_lanes = 32;
	const struct finding *finding = only_finding(world, "contended-atomic", SEVERITY_ERROR);
	says(finding->message, "(32 of 32 active lanes of a warp on one word)");
	says(finding->advice, "combine in the warp first");
	site->atomic.same_address_lanes = 1;
	site->pattern = PATTERN_STRIDED;
	says(only_finding(world, "bank-conflict", SEVERITY_ERROR)->advice, "spread the counters");
}

static void
branches(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	struct site *site = add_branch(world, 1);
	const struct finding *finding = only_finding(world, "divergent-branch", SEVERITY_WARNING);
	says(finding->message, "divergent branch: ");
	says(finding->message, "(100% of warps execute both sides)");
	says(finding->advice, "the same for all 32 lanes");
	site->expression = "threadIdx.x % 2 == 0";
	says(only_finding(world, "divergent-branch", SEVERITY_WARNING)->advice, "threadIdx.x / warpSize");
	world->launches[0].block[0] = 32;
	world->launches[0].block[1] = 8;
	says(only_finding(world, "divergent-branch", SEVERITY_WARNING)->advice, "the same for all 32 lanes");
	site->basis.is_data_dependent = true;
	says(only_finding(world, "divergent-branch", SEVERITY_NOTE)->advice, "sort the data");
	site->basis.is_data_dependent = false;
	/* A little work by one lane is an idiom, as long as it is a single lane. */
	site->branch.minority_lanes = 1;
	only_finding(world, "divergent-branch", SEVERITY_WARNING);
	site->branch.arm_work.instructions = 1e7;
	silence(world);
	site->branch.arm_work.instructions = 1e9;
	site->branch.minority_lanes = 3;
	site->source.divergent = 0.125 * requests;
	only_finding(world, "divergent-branch", SEVERITY_NOTE);
	site->source.divergent = 0.05 * requests;
	silence(world);
	site->source.divergent = requests;
	site->branch.by_lane = false;
	silence(world);
	site->branch.by_lane = true;
	site->confidence = CONFIDENCE_UNKNOWN;
	silence(world);
}

/* A branch is judged by the number of warps and lanes that execute its arms, not by how often it diverges. */
static void
wasted_warps(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	struct site *site = add_branch(world, 1);
	site->branch.arm_warps = site->branch.whole_warps = requests;
	silence(world);
	site->branch.whole_warps = requests / 4;
	site->branch.arm_lanes = 8 * requests;
	site->branch.form = BRANCH_ONE_ARM;
	const struct finding *finding = only_finding(world, "divergent-branch", SEVERITY_ERROR);
	says(finding->message, "(100% of warps execute it with 8 of 32 lanes active)");
	says(finding->cost, "; 4 times as many warps execute it as its active lanes would fill");
	site->branch.form = BRANCH_LOOP;
	says(only_finding(world, "divergent-branch", SEVERITY_ERROR)->advice, "equal trip counts");
	/* One lane that leaves at each test is not the idiom; one that stays with little work is. */
	site->branch.minority_lanes = 1;
	only_finding(world, "divergent-branch", SEVERITY_ERROR);
	site->branch.arm_lanes = requests;
	site->branch.arm_work.instructions = 1e7;
	silence(world);
	site->branch.form = BRANCH_ONE_ARM;
	silence(world);
}

/* Work of a single warp with few of its lanes is reported if it has weight, although the block has eight warps
 * there. */
static void
last_warps_work(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	struct site *site = add_branch(world, 0.125);
	site->branch.form = BRANCH_ONE_ARM;
	site->branch.arm_warps = site->branch.visits = requests / 8;
	site->branch.whole_warps = requests / 256;
	site->branch.arm_lanes = requests / 8;
	site->branch.minority_lanes = 1;
	const struct finding *finding = only_finding(world, "divergent-branch", SEVERITY_ERROR);
	says(finding->cost, "; 32 times as many warps execute it as its active lanes would fill");
	says(finding->advice, "share that lane's work");
	/* Few lanes in one warp, and a part of the block's warps, are the ordinary case. */
	site->branch.minority_lanes = 8;
	site->branch.arm_lanes = requests;
	site->branch.whole_warps = requests / 32;
	says(only_finding(world, "divergent-branch", SEVERITY_ERROR)->advice, "whole warps do it");
	site->branch.arm_work.instructions = 1e7;
	silence(world);
	/* Without a profile the instructions decide; if they are unknown, nothing is reported. */
	site->branch.arm_work.instructions = 1e9;
	profile_free(world->profile);
	world->profile = NULL;
	only_finding(world, "divergent-branch", SEVERITY_NOTE);
	site->branch.arm_work.instructions = 1e7;
	silence(world);
	site->branch.arm_work.instructions = NAN;
	silence(world);
}

/* The time follows from the number of paths that a warp executes one after the other. */
static void
paths(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	struct site *site = add_branch(world, 1);
	site->branch.form = BRANCH_SWITCH;
	site->expression = "threadIdx.x % 8";
	site->branch.arm_warps = 8 * requests;
	site->branch.whole_warps = requests;
	site->branch.arm_lanes = 32 * requests;
	/* Each path is one lane's work, but there are many. */
	site->branch.minority_lanes = 1;
	const struct finding *finding = only_finding(world, "divergent-branch", SEVERITY_ERROR);
	says(finding->message, "divergent switch: 3.");
	says(finding->message, "(a warp executes 8 paths, with 4 of 32 lanes each)");
	says(finding->cost, "; 8 times as many warps execute it as its active lanes would fill");
	says(finding->advice, "so that each warp takes one path");
	/* A sixth of the work is outside of its arms. */
	assert_true(finding->predicted_penalty.estimate < 6);
	site->branch.arm_warps = 2 * requests;
	site->branch.arm_work.instructions = 1e7;
	silence(world);
}

/* Inactive lanes cost sectors: this belongs to the branch, which names the access. The rest belongs to the access's
 * addresses. */
static void
gaps(void **state)
{
	struct world *world = *state;
	struct site *access = add_site(world, SPACE_GLOBAL, PATTERN_MISALIGNED, 0, 4.4, 2);
	access->alignment.misalignment = 4;
	access->inactive_lanes.excess = 1.5;
	access->inactive_lanes.branch = add_branch(world, 1);
	run(world);
	assert_int_equal(world->facts.finding_count, 2);
	access->inactive_lanes.excess = 2.2;
	const struct finding *finding = only_finding(world, "divergent-branch", SEVERITY_WARNING);
	assert_int_equal(finding->related_count, 1);
	assert_int_equal(finding->related[0].place.line, access->place.line);
	says(finding->related[0].message, "touches 4.4 sectors per request, ideal 2");
}

static void
one_condition(void **state)
{
	struct world *world = *state;
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	struct site *first = add_branch(world, 1), *again = add_branch(world, 0.5), *other = add_branch(world, 0.5);
	first->expression = again->expression = "lane < 3";
	other->expression = "lane < 5";
	run(world);
	assert_int_equal(world->facts.finding_count, 2);
	assert_int_equal(world->facts.findings[0].place.line, first->place.line);
	assert_int_equal(world->facts.findings[0].related_count, 1);
	assert_int_equal(world->facts.findings[0].related[0].place.line, again->place.line);
	/* An else-if belongs to the branch before it. */
	other->inactive_lanes.branch = first;
	run(world);
	assert_int_equal(world->facts.finding_count, 1);
	assert_int_equal(world->facts.findings[0].related_count, 2);
}

static void
block_shapes(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);

	launch->grid[0] = 1 << 20;
	launch->block[0] = 10;
	launch->block[1] = 10;
	const struct finding *finding = only_finding(world, "partial-warp-block", SEVERITY_ERROR);
	says(finding->message, "block of 100 threads: ");
	says(finding->message, "x slower (28 of its 128 lanes are idle)");
	says(finding->reason, "10 x 10 x 1");
	assert_int_equal(finding->place.line, 90);
	assert_string_equal(finding->site, "");
	launch->origin = LAUNCH_ASSUMED;
	assert_int_equal(only_finding(world, "partial-warp-block", SEVERITY_WARNING)->confidence, CONFIDENCE_ASSUMED);

	launch->block[0] = 1000;
	launch->block[1] = 1;
	only_finding(world, "partial-warp-block", SEVERITY_NOTE);
	/* The curve begins with one warp. */
	launch->block[0] = 1;
	finding = only_finding(world, "partial-warp-block", SEVERITY_WARNING);
	says(finding->message, "block of 1 thread: ");
	says(finding->message, "x slower (assumed launch, 31 of its 32 lanes are idle)");
	says(finding->cost, "x slower than in blocks of 256");
	/* More threads could do the work, which is another finding. */
	launch->grid[0] = 1;
	only_finding(world, "small-grid", SEVERITY_NOTE);
	launch->origin = LAUNCH_SOURCE;
	only_finding(world, "small-grid", SEVERITY_ERROR);
	/* Iterations that wait for each other cannot be divided among blocks. */
	launch->execution.work.chained_barriers = requests;
	only_finding(world, "small-grid", SEVERITY_NOTE);
	launch->execution.work.chained_barriers = 0;
	launch->block[0] = 0;
	silence(world);
}

static void
occupancies(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_UNIFORM, 0, 1, 1);
	site->predicted.requests = site->predicted.sectors = site->predicted.ideal_sectors = 100 * requests;

	launch->grid[0] = 1 << 17;
	launch->block[0] = 32;
	launch->occupancy.warps = 0.5;
	launch->occupancy.limiter = LIMITED_BY_BLOCKS;
	const struct finding *finding = only_finding(world, "low-occupancy", SEVERITY_WARNING);
	says(finding->message, "occupancy of at most 50%: ");
	world->kernel.resources.registers = 40;
	says(only_finding(world, "low-occupancy", SEVERITY_WARNING)->message, "occupancy of 50%: ");

	launch->block[0] = 256;
	launch->occupancy.limiter = LIMITED_BY_SHARED;
	silence(world);
	launch->occupancy.warps = 0.375;
	only_finding(world, "low-occupancy", SEVERITY_NOTE);
	launch->occupancy.warps = 0.125;
	only_finding(world, "low-occupancy", SEVERITY_ERROR);
	/* The gain of more warps is unknown if the time is. */
	launch->caveats.cut_loop = (struct place){"k.cu", 8, 2, 20, 3};
	only_finding(world, "low-occupancy", SEVERITY_NOTE);
	launch->caveats.cut_loop = (struct place){0};
	launch->block[0] = 768;
	launch->occupancy.warps = 0.75;
	launch->occupancy.limiter = LIMITED_BY_THREADS;
	only_finding(world, "low-occupancy", SEVERITY_NOTE);
	launch->occupancy.warps = NAN;
	silence(world);
	launch->occupancy.warps = 0;
	launch->occupancy.limiter = LIMITED_IMPOSSIBLE;
	silence(world);
	/* The more specific of the two explanations. */
	launch->block[0] = 20;
	launch->occupancy.warps = 0.5;
	launch->occupancy.limiter = LIMITED_BY_BLOCKS;
	run(world);
	assert_int_equal(world->facts.finding_count, 1);
	assert_string_equal(world->facts.findings[0].rule, "partial-warp-block");
}

/* In an abandoned loop: other accesses that are far more frequent stay so in all of its iterations. */
static void
little_of_a_loop_left_early(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 128, 32, 4);
	struct site *other = add_site(world, SPACE_GLOBAL, PATTERN_UNIFORM, 0, 1, 1);
	launch->caveats.cut_loop = (struct place){"k.cu", 8, 2, 20, 3};
	site->loop.place = launch->caveats.cut_loop;
	other->loop.place = (struct place){"k.cu", 12, 2, 12, 30};
	other->predicted.requests = other->predicted.sectors = other->predicted.ideal_sectors = 4000 * requests;
	only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
	other->predicted.requests = other->predicted.sectors = other->predicted.ideal_sectors = 400 * requests;
	only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
	/* In a loop within the abandoned one, it may be executed more often than was counted. */
	other->predicted.requests = other->predicted.sectors = other->predicted.ideal_sectors = 4000 * requests;
	site->loop.place = other->loop.place;
	only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
}

/* The same access in two launches, with different strides: the worse one is reported, in any order. */
static void
merged_launches(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 8, 8, 4);
	add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4)->place = site->place;

	world->launches[0].site_count = 1;
	world->launches[1].sites = &world->sites[1];
	world->launches[1].site_count = 1;
	world->kernel.launch_count = 2;
	only_finding(world, "uncoalesced-access", SEVERITY_ERROR);
	const struct launch first = world->launches[0];
	world->launches[0] = world->launches[1];
	world->launches[1] = first;
	only_finding(world, "uncoalesced-access", SEVERITY_ERROR);
	/* Another column is another place. */
	world->sites[0].place.column++;
	run(world);
	assert_int_equal(world->facts.finding_count, 2);
}

/* Launches of one shape are one finding with several places; so are assumed launches, such as the cases of a switch, of
 * any shapes. */
static void
merged_guesses(void **state)
{
	struct world *world = *state;
	for (uint32_t i = 0; i < 2; i++) {
		world->launches[i].block[0] = 48;
		world->launches[i].place.line = 50 + i;
	}
	world->kernel.launch_count = 2;
	run(world);
	assert_int_equal(world->facts.finding_count, 1);
	assert_int_equal(world->facts.findings[0].related_count, 1);
	world->launches[1].grid[0]++;
	run(world);
	assert_int_equal(world->facts.finding_count, 2);
	world->launches[0].origin = world->launches[1].origin = LAUNCH_ASSUMED;
	assert_int_equal(only_finding(world, "partial-warp-block", SEVERITY_NOTE)->related_count, 1);
}

static void
order(void **state)
{
	struct world *world = *state;
	static const struct {
		const char *file;
		uint32_t line, column;
	} places[] = {{"b.cu", 1, 1}, {"a.cu", 20, 1}, {"a.cu", 3, 9}, {"a.cu", 3, 1}};

	static const char *const arrays[] = {"a[i]", "b[i]", "c[i]", "d[i]"};
	for (size_t i = 0; i < 4; i++) {
		struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
		site->expression = arrays[i];
		site->place = (struct place){places[i].file, places[i].line, places[i].column, places[i].line,
		                             places[i].column + 1};
	}
	run(world);
	assert_int_equal(world->facts.finding_count, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(world->facts.findings[i].place.file, places[3 - i].file);
		assert_int_equal(world->facts.findings[i].place.column, places[3 - i].column);
	}
}

/* Additions of whole warps to one word. */
static void
contended_atomics(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_UNIFORM, 0, 1, 1);
	site->kind = SITE_ATOMIC;
	site->atomic.same_address_lanes = 32;
	site->atomic.spread_known = true;
	const struct finding *finding = only_finding(world, "contended-atomic", SEVERITY_ERROR);
	says(finding->message, "contended atomic on 'in': ");
	says(finding->message, "(32 of 32 active lanes of a warp on one word)");
	says(finding->advice, "combine in the warp first (__shfl_down_sync), then in the block");
	/* This finding includes what its addresses would give. */
	site->pattern = PATTERN_STRIDED;
	site->step.bytes = site->step.active = 4096;
	site->predicted.sectors = 32 * requests;
	only_finding(world, "contended-atomic", SEVERITY_ERROR);
	/* Each lane has its own word. */
	site->pattern = PATTERN_CONTIGUOUS;
	site->predicted.sectors = 4 * requests;
	site->atomic.same_address_lanes = 0;
	silence(world);
}

/* How atomics can be combined depends on the operation, the type and the architecture. */
static void
advice_on_atomics(void **state)
{
	struct world *world = *state;
	static const struct {
		enum ir_builtin builtin;
		bool on_integers;
		unsigned width;
		const char *sm, *advice;
	} atomics[] = {
		{IR_BUILTIN_atomicAdd, true, 4, "sm_90",
	         "(__reduce_add_sync, __shfl_down_sync), then in the block in shared memory, and let one thread of the block add the sum"},
		{IR_BUILTIN_atomicAdd, true, 4, "sm_70", "warp first (__shfl_down_sync)"},
		{IR_BUILTIN_atomicAdd, true, 8, "sm_90", "warp first (__shfl_down_sync)"},
		{IR_BUILTIN_atomicAdd, false, 4, "sm_90", "warp first (__shfl_down_sync)"},
		{IR_BUILTIN_atomicMax, true, 4, "sm_80",
	         "(__reduce_max_sync, __shfl_down_sync), then in the block in shared memory, and let one thread of the block execute the atomic with the result"},
		{IR_BUILTIN_atomicInc, true, 4, "sm_90",
	         "warp first (__shfl_down_sync), then in the block in shared memory, and let one thread of the block add the count"},
	};
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_UNIFORM, 0, 1, 1);
	site->kind = SITE_ATOMIC;
	site->atomic.same_address_lanes = 32;
	site->atomic.spread_known = true;
	for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
		site->atomic.builtin = atomics[i].builtin;
		site->atomic.on_integers = atomics[i].on_integers;
		site->width = site->source.width = atomics[i].width;
		world->facts.sm = atomics[i].sm;
		says(only_finding(world, "contended-atomic", SEVERITY_ERROR)->advice, atomics[i].advice);
	}
	/* Swaps cannot be combined, and a thread's work between two swaps is unknown. */
	site->atomic.builtin = IR_BUILTIN_atomicCAS;
	says(only_finding(world, "contended-atomic", SEVERITY_ERROR)->advice, "each thread swaps a value of its own");
	site->atomic.operands_alike = true;
	says(only_finding(world, "contended-atomic", SEVERITY_ERROR)->advice,
	     "let one thread of a block swap for all its threads (take a lock once)");
	/* Atomics without data and with unused results demonstrate atomics. */
	site->atomic.of_threads = true;
	only_finding(world, "contended-atomic", SEVERITY_NOTE);
	site->atomic.result_used = true;
	only_finding(world, "contended-atomic", SEVERITY_ERROR);
	world->facts.sm = NULL;
}

/* With data-dependent addresses, even an even spread is slow if a block has an atomic for each word. */
static void
atomics_that_data_spreads(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_GATHER, 0, 20, 4);
	site->kind = SITE_ATOMIC;
	site->atomic.builtin = IR_BUILTIN_atomicAdd;
	site->confidence = CONFIDENCE_BOUNDED;
	site->atomic.same_address_lanes = 16;
	only_finding(world, "contended-atomic", SEVERITY_WARNING);
}

/* Blocks with one addition per word gain from being fewer, unless the old values are used. */
static void
many_blocks_on_few_words(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	site->kind = SITE_ATOMIC;
	site->atomic.builtin = IR_BUILTIN_atomicAdd;
	site->atomic.blocks_meet = site->atomic.spread_known = true;
	world->launches[0].grid[0] = 65536;
	world->own_passes = 4 * requests;
	const struct finding *finding = only_finding(world, "contended-atomic", SEVERITY_WARNING);
	says(finding->message, "(all 65536 blocks add to the same words)");
	says(finding->advice, "launch about 1056 blocks");
	site->atomic.result_used = true;
	silence(world);
	site->atomic.result_used = false;
	site->atomic.blocks_meet = false;
	silence(world);
	site->atomic.blocks_meet = true;
	world->launches[0].grid[0] = 1056;
	silence(world);
}

static void
divergent_constants(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_CONSTANT, PATTERN_STRIDED, 4, 32, 1);
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	const struct finding *finding = only_finding(world, "divergent-constant", SEVERITY_ERROR);
	says(finding->message, "divergent constant load of 'in': ");
	says(finding->message, "x slower (32 words per request, ideal 1)");
	site->confidence = CONFIDENCE_BOUNDED;
	says(only_finding(world, "divergent-constant", SEVERITY_WARNING)->message,
	     "(up to 32 words per request, ideal 1)");
	/* Data-dependent indices: the words are unknown, and an even spread is assumed. */
	site->confidence = CONFIDENCE_UNKNOWN;
	site->pattern = PATTERN_GATHER;
	site->predicted.sectors = requests;
	finding = only_finding(world, "divergent-constant", SEVERITY_WARNING);
	says(finding->message, "(up to 32 words per request, ideal 1)");
	says(finding->reason, "assumed: the indices of a warp are spread evenly");
	site->pattern = PATTERN_UNKNOWN;
	silence(world);
	/* One word for all lanes is the purpose of constant memory. */
	site->predicted.sectors = 1.2 * requests;
	silence(world);
}

/* Iterations that store to shared memory, and load there what others have stored, cannot simply be divided among
 * threads. */
static void
small_grids_that_solve(void **state)
{
	struct world *world = *state;
	const char array = 0;
	struct launch *launch = &world->launches[0];
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	struct site *store = add_site(world, SPACE_SHARED, PATTERN_CONTIGUOUS, 4, 1, 1);
	struct site *load = add_site(world, SPACE_SHARED, PATTERN_CONTIGUOUS, 4, 1, 1);
	struct barrier_use barrier = {
		.place = {"k.cu", 12, 5, 12, 12}, .is_needed = true, .has_before = true, .has_after = true};
	launch->grid[0] = 2;
	launch->block[0] = 96;
	launch->execution.work.chained_shared = requests;
	store->kind = SITE_STORE;
	store->object.allocation = load->object.allocation = &array;
	store->loop.place = load->loop.place = (struct place){"k.cu", 10, 5, 20, 5};
	store->expression = "row[i]";
	load->expression = "row[j]";
	only_finding(world, "small-grid", SEVERITY_NOTE);
	/* A tile that others fill; an accumulator; and a negligible part of the time. */
	launch->synchronization.barrier_uses = &barrier;
	launch->synchronization.barrier_use_count = 1;
	only_finding(world, "small-grid", SEVERITY_ERROR);
	launch->synchronization.barrier_use_count = 0;
	load->expression = "row[i]";
	only_finding(world, "small-grid", SEVERITY_ERROR);
	load->expression = "row[j]";
	launch->execution.work.chained_shared = requests / 2;
	only_finding(world, "small-grid", SEVERITY_ERROR);
}

static void
small_grids(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	launch->grid[0] = 2;
	launch->block[0] = 96;
	launch->occupancy.warps = 0.5;
	launch->occupancy.limiter = LIMITED_BY_BLOCKS;
	const struct finding *finding = only_finding(world, "small-grid", SEVERITY_ERROR);
	says(finding->message, "small grid of 'k': ");
	says(finding->message, "x slower (2 blocks of 96 threads: 2 of 132 multiprocessors busy)");
	assert_int_equal(finding->place.line, 90);
	/* Iterations with dependences cannot be divided among threads, except for a sum at one address. */
	site->is_recurrent = true;
	silence(world);
	site->loop.repeated = 1;
	only_finding(world, "small-grid", SEVERITY_ERROR);
	site->is_recurrent = false;
	/* The trip count is a guess if data decides it. */
	site->loop.is_open = true;
	says(only_finding(world, "small-grid", SEVERITY_NOTE)->reason, "the trip count of a warp depends on data");
	site->loop.is_open = false;
	/* A size that is not a multiple of a warp matters less. */
	launch->block[0] = 100;
	only_finding(world, "small-grid", SEVERITY_ERROR);
	/* Threads that access memory once have nothing to share. */
	launch->block[0] = 96;
	site->predicted.requests = site->predicted.sectors = site->predicted.ideal_sectors = 6;
	silence(world);
	/* A grid that fills the GPU, whatever its threads do. */
	launch->grid[0] = 264;
	launch->block[0] = 256;
	launch->occupancy.warps = 1;
	launch->occupancy.limiter = LIMITED_BY_NOTHING;
	site->predicted.requests = requests;
	site->predicted.sectors = site->predicted.ideal_sectors = 4 * requests;
	silence(world);
}

/* The cost of a kernel that its program does not launch is a note; errors in it, and kernels of a library, are more. */
static void
passed_by(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0], *other = &world->launches[1];
	add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	launch->origin = other->origin = LAUNCH_ASSUMED;
	launch->program.never_makes_it = true;
	world->kernel.place.file = "k.cu";
	world->kernel.launch_count = 2;
	only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
	other->origin = LAUNCH_SOURCE;
	only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
	/* Host code without a known caller may be called from elsewhere. */
	launch->program.never_makes_it = false;
	only_finding(world, "uncoalesced-access", SEVERITY_WARNING);
	launch->program.never_makes_it = true;
	world->sites[0].fault = (struct fault){.kind = FAULT_PAST_END, .at = 4096, .size = 4096, .memory = "in"};
	only_finding(world, "invalid-access", SEVERITY_ERROR);
}

/* Wider accesses save none of the arithmetic that each element needs. */
static void
narrow_accesses(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 1, 1, 1);
	launch->grid[0] = 1 << 17;
	site->width = site->source.width = 1;
	site->predicted.requests = launch_warps(launch);
	site->predicted.lanes = 32 * site->predicted.requests;
	site->predicted.sectors = site->predicted.ideal_sectors = site->predicted.requests;
	says(only_finding(world, "narrow-access", SEVERITY_ERROR)->message, "(1 byte per lane)");
	const double fast = world->facts.findings[0].predicted_penalty.estimate;
	launch->execution.work.integers = launch->execution.work.products = 1e9;
	silence(world);
	assert_true(fast > 2);
	/* The compiler's accesses are not narrow. */
	launch->execution.work.integers = launch->execution.work.products = 0;
	site->code.share = (struct code_share){.requests = site->predicted.requests, .width = 12};
	silence(world);
	site->code.share.width = 1;
	only_finding(world, "narrow-access", SEVERITY_ERROR);
}

/* The compiler does not know the memory. */
static void
generic_accesses(void **state)
{
	struct world *world = *state;
	struct site *site = add_site(world, SPACE_SHARED, PATTERN_CONTIGUOUS, 4, 100, 100);
	site->predicted.requests *= 100;
	site->predicted.lanes *= 100;
	silence(world);
	site->code.share = (struct code_share){.requests = 100 * requests, .generic = 100 * requests, .width = 4};
	const struct finding *finding = only_finding(world, "generic-access", SEVERITY_WARNING);
	says(finding->message, "generic load of 'in': ");
	says(finding->message, "(all of its requests go to shared memory)");
	says(finding->reason, "does not know that the pointer refers to shared memory");
	says(finding->advice, "__builtin_assume(__isShared(pointer))");
	site->code.share.is_mixed = true;
	finding = only_finding(world, "generic-access", SEVERITY_WARNING);
	says(finding->message, "(its requests go to several memories)");
	says(finding->advice, "branch on the condition");
	site->code.share.is_called = true;
	finding = only_finding(world, "generic-access", SEVERITY_WARNING);
	says(finding->message, "(in a function that is not inlined)");
	says(finding->advice, "__forceinline__");
	site->sharers.chosen = (struct place){"k.cu", 9, 3, 9, 30};
	finding = only_finding(world, "generic-access", SEVERITY_WARNING);
	says(finding->message, "(the pointer is chosen at line 9)");
	site->object.is_matrix = true;
	finding = only_finding(world, "generic-access", SEVERITY_WARNING);
	says(finding->message, "(of a matrix fragment)");
	says(finding->advice, "load the fragment by ldmatrix");
	/* Without a time, the share of the requests decides. */
	const struct machine_access accesses[] = {
		{.file = "k.cu",
	         .line = 11,
	         .kind = SITE_LOAD,
	         .space = SPACE_SHARED,
	         .is_generic = true,
	         .requests = 100 * requests},
		{.file = "k.cu", .line = 12, .kind = SITE_LOAD, .space = SPACE_GLOBAL, .requests = 300 * requests},
	};
	world->launches[0].caveats.cut_loop = (struct place){"k.cu", 8, 2, 15, 3};
	silence(world);
	world->launches[0].execution.lines.accesses = accesses;
	world->launches[0].execution.lines.access_count = 2;
	says(only_finding(world, "generic-access", SEVERITY_NOTE)->cost, "25% of the launch's requests are generic");
	world->launches[0].caveats.cut_loop = (struct place){0};
	/* An instruction that names its memory is fine, whatever the source contains. */
	site->code.share.generic = 0;
	silence(world);
}

/* A loop that produces one element per iteration may produce several, if that is possible and a gain. */
static void
narrow_accesses_in_loops(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	struct site *store = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 1, 1, 1);
	struct site *load = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 1, 1, 1);
	const struct place loop = {"k.cu", 10, 5, 20, 5};
	launch->grid[0] = 1056;
	launch->execution.work.cycles = 5 * 1000 * 100 * launch_warps(launch);
	store->kind = SITE_STORE;
	for (int i = 0; i < 2; i++) {
		struct site *site = &world->sites[i];
		site->width = site->source.width = 1;
		site->loop.place = loop;
		site->predicted.requests = 1000 * launch_warps(launch);
		site->predicted.lanes = 32 * site->predicted.requests;
		site->predicted.sectors = site->predicted.ideal_sectors = site->predicted.requests;
	}
	says(only_finding(world, "narrow-access", SEVERITY_WARNING)->advice,
	     "let each iteration process 16 neighbouring elements");
	store->is_recurrent = true;
	silence(world);
	store->is_recurrent = false;
	launch->origin = LAUNCH_ASSUMED;
	silence(world);
	launch->origin = LAUNCH_SOURCE;
	load->step.varies = true;
	silence(world);
	load->step.varies = false;
	load->loop.place.line = 12;
	silence(world);
	load->loop.place.line = 10;
	store->predicted.requests = load->predicted.requests = launch_warps(launch);
	silence(world);
}

static void
idle_warps(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	launch->grid[0] = 1 << 17;
	launch->block[0] = 32;
	launch->block[1] = 8;
	launch->execution.busy_warps = 1 << 17;
	const struct finding *finding = only_finding(world, "idle-threads", SEVERITY_ERROR);
	says(finding->message, "x slower (917504 of 1048576 warps access no memory)");
	says(finding->reason, " blocks of 32 x 8 x 1 threads");
	/* The usual rest of rounding up is not reported, and neither is an unknown number. */
	launch->execution.busy_warps = 7 << 17;
	silence(world);
	launch->execution.busy_warps = NAN;
	silence(world);
	/* Idle warps cannot be counted with an abandoned loop either. */
	launch->execution.busy_warps = 1 << 17;
	launch->caveats.cut_loop = (struct place){"k.cu", 12, 2, 12, 20};
	silence(world);
}

static void
redundant_work(void **state)
{
	struct world *world = *state;
	struct site *load = add_site(world, SPACE_GLOBAL, PATTERN_UNIFORM, 0, 1, 1);
	struct site *store = add_site(world, SPACE_GLOBAL, PATTERN_UNIFORM, 0, 1, 1);
	store->kind = SITE_STORE;
	store->expression = "out[row]";
	world->launches[0].execution.work.instructions = 1e9;
	const struct finding *finding = only_finding(world, "redundant-work", SEVERITY_WARNING);
	says(finding->message, "redundant work in 'k': ");
	says(finding->message, "(all 32 lanes of a warp compute and store the same)");
	assert_int_equal(finding->place.line, store->place.line);
	assert_int_equal(finding->related_count, 1);
	assert_int_equal(finding->related[0].place.line, load->place.line);
	/* A data-dependent count may differ in another run. */
	store->basis.is_data_dependent = true;
	silence(world);
	store->basis.is_data_dependent = false;
	/* One lane that stores for all is the fix itself. */
	store->predicted.lanes = requests;
	silence(world);
	store->predicted.lanes = 32 * requests;
	/* A load of each lane's own may be its share of what is stored. */
	struct site *share = add_site(world, SPACE_SHARED, PATTERN_CONTIGUOUS, 4, 1, 1);
	silence(world);
	/* Another store with an address for each lane needs all lanes. */
	*share = *store;
	share->pattern = PATTERN_CONTIGUOUS;
	silence(world);
}

/* The missing order depends on the relation between the two accesses, also on one line. */
static void
shared_races(void **state)
{
	struct world *world = *state;
	struct shared_race race = {
		.first = {{"k.cu", 12, 20, 12, 24}, SITE_STORE, {16, 0, 0}},
		.second = {{"k.cu", 12, 50, 12, 54}, SITE_LOAD, {0, 0, 0}},
		.in_one_function = true,
		.array = "s",
		.interval = 1,
	};
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	world->launches[0].synchronization.races = &race;
	world->launches[0].synchronization.race_count = 1;
	says(only_finding(world, "shared-race", SEVERITY_ERROR)->advice,
	     "put __syncthreads() between the two accesses at line 12");
	race.first.place.column = 60;
	says(only_finding(world, "shared-race", SEVERITY_ERROR)->advice, "end the loop's body with __syncthreads()");
	race.in_one_expression = true;
	says(only_finding(world, "shared-race", SEVERITY_ERROR)->advice, "end each iteration with __syncthreads()");
	race.first.kind = SITE_LOAD;
	race.first.place.line = 13;
	says(only_finding(world, "shared-race", SEVERITY_ERROR)->advice, "load into a variable");

	/* A barrier does not prevent lost updates among lanes. */
	struct site *update = add_site(world, SPACE_SHARED, PATTERN_UNIFORM, 0, 1, 1);
	update->kind = SITE_STORE;
	update->place = race.second.place;
	race.second_updates = true;
	const struct finding *finding = only_finding(world, "shared-race", SEVERITY_ERROR);
	says(finding->message, "all lanes of a warp load and store one element");
	says(finding->advice, "let one lane update each element, with __syncthreads() before and after");
	update->predicted.lanes = requests;
	says(only_finding(world, "shared-race", SEVERITY_ERROR)->advice, "load into a variable");
}

/* A barrier of a function that several launches execute is needless if none of them needs it. */
static void
needless_barriers(void **state)
{
	struct world *world = *state;
	const struct barrier_use first[] = {
		{{"k.cu", 5, 2, 5, 17}, 2112, false, true, true},
		{{"k.cu", 7, 2, 7, 17}, 2112, false, true, true},
		{{"k.cu", 9, 2, 9, 17}, 2112, true, true, true},
	};
	struct barrier_use second[] = {{{"k.cu", 7, 2, 7, 17}, 2112, true, true, true},
	                               {{"k.cu", 5, 9, 5, 24}, 2112, true, true, true}};
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	world->kernel.launch_count = 2;
	world->launches[1].site_count = 1;
	world->launches[0].synchronization.barrier_uses = first;
	world->launches[0].synchronization.barrier_use_count = 3;
	world->launches[1].synchronization.barrier_uses = second;
	world->launches[1].synchronization.barrier_use_count = 2;
	assert_int_equal(only_finding(world, "needless-barrier", SEVERITY_NOTE)->place.line, 5);
	second[1].place.column = 2;
	silence(world);
}

static void
local_arrays(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	struct local_array arrays[] = {
		{.name = "seldom",
	         .place = {"k.cu", 5, 2, 5, 12},
	         .bytes = 64,
	         .requests = requests,
	         .is_in_memory = true,
	         .index_is_variable = true},
		{.name = "often",
	         .place = {"k.cu", 6, 2, 6, 12},
	         .bytes = 128,
	         .requests = 99 * requests,
	         .is_in_memory = true,
	         .index_is_variable = true},
		{.name = "register", .place = {"k.cu", 7, 2, 7, 12}, .bytes = 4096, .requests = 1000 * requests},
	};
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	launch->local_memory.arrays = arrays;
	launch->local_memory.array_count = 3;
	launch->local_memory.traffic = launch->local_memory.of_arrays = (struct array_traffic){
		.loads = 50 * requests,
		.load_lines = 50 * requests,
		.load_sectors = 200 * requests,
		.stores = 50 * requests,
		.store_lines = 50 * requests,
		.store_sectors = 200 * requests,
		.bytes = 192,
	};
	/* The compiler may unroll the loops over it. */
	silence(world);
	launch->execution.lines.instructions = 1;
	const struct finding *finding = only_finding(world, "local-array", SEVERITY_ERROR);
	says(finding->message, "array 'often' in local memory: ");
	says(finding->message, "(128 bytes per thread, ");
	assert_int_equal(finding->place.line, 6);
	says(finding->reason, "unknown at compile time");
	says(finding->advice, "[element][thread]: 32768 bytes per block");
	assert_int_equal(finding->related_count, 0);
	/* Another array with a good part of the requests is named. */
	arrays[0].requests = 20 * requests;
	finding = only_finding(world, "local-array", SEVERITY_ERROR);
	assert_int_equal(finding->related_count, 1);
	assert_int_equal(finding->related[0].place.line, 5);
	says(finding->related[0].message, "'seldom' is in local memory as well: 20% of the requests");
	/* An array without a variable index. */
	arrays[1].index_is_variable = false;
	finding = only_finding(world, "local-array", SEVERITY_ERROR);
	says(finding->reason, "the compiler keeps it in memory");
	says(finding->advice, "unroll the loops over it");
	arrays[1].index_is_variable = true;
	/* Spills for want of registers stay. */
	const double of_all = finding->predicted_penalty.estimate;
	launch->local_memory.of_arrays.loads = launch->local_memory.of_arrays.load_lines =
		launch->local_memory.of_arrays.stores = launch->local_memory.of_arrays.store_lines = 10 * requests;
	launch->local_memory.of_arrays.load_sectors = launch->local_memory.of_arrays.store_sectors = 40 * requests;
	run(world);
	assert_true(world->facts.findings[0].predicted_penalty.estimate < of_all);
	launch->local_memory.of_arrays = launch->local_memory.traffic;
	/* An array that does not fit in shared memory gets no such advice. */
	launch->local_memory.of_arrays.bytes = 320;
	assert_null(strstr(only_finding(world, "local-array", SEVERITY_ERROR)->advice, "shared memory"));
	/* Unrolling does not make values in memory constant. */
	arrays[1].index_from = "the __constant__ table 'order' at line 8";
	arrays[1].index_is_table = true;
	finding = only_finding(world, "local-array", SEVERITY_ERROR);
	says(finding->reason, "it comes from the __constant__ table 'order' at line 8");
	says(finding->advice, "write the table as a constexpr array");
	assert_null(strstr(finding->advice, "unroll"));
	arrays[1].index_is_table = false;
	launch->execution.lines.instructions = 0;
	says(only_finding(world, "local-array", SEVERITY_ERROR)->advice, "select by comparisons");
	arrays[0].is_in_memory = arrays[1].is_in_memory = false;
	silence(world);
}

/* Sets the launch's machine code to this one line, with all of the launch's instructions. */
static void
set_machine(struct world *world, const struct machine_line *line)
{
	struct launch *launch = &world->launches[0];
	launch->execution.lines = (struct machine_lines){
		.items = line,
		.count = 1,
		.instructions = 1000 * requests,
		.doubles = line->doubles,
		.unfused = line->unfused,
		.spill_loads = line->spill_loads,
		.spill_stores = line->spill_stores,
		.spill_sectors = line->spill_sectors,
	};
	launch->execution.work = (struct work){.instructions = 1000 * requests,
	                                       .doubles = line->doubles + line->double_conversions,
	                                       .cycles = 4000 * requests};
}

static void
register_spills(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	const struct machine_line line = {
		.file = "k.cu",
		.line = 14,
		.depth = 2,
		.spill_loads = 100 * requests,
		.spill_stores = 100 * requests,
		.spill_sectors = 800 * requests,
		.instructions = 1000 * requests,
	};
	world->facts.gpu = "H200";
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	world->kernel.place = (struct place){"k.cu", 4, 17, 4, 18};
	world->kernel.link_name = "_Z1k";
	world->kernel.resources =
		(struct resources){.registers = 255, .spill_bytes = 640, .stack_bytes = 320, .occupancy = 1};
	set_machine(world, &line);
	launch->local_memory.traffic = (struct array_traffic){
		.loads = 100 * requests,
		.load_lines = 100 * requests,
		.load_sectors = 400 * requests,
		.stores = 100 * requests,
		.store_lines = 100 * requests,
		.store_sectors = 400 * requests,
		.bytes = 320,
	};
	const struct finding *finding = only_finding(world, "register-spill", SEVERITY_WARNING);
	assert_int_equal(finding->place.line, 4);
	says(finding->message, "registers spilled to local memory: ");
	says(finding->message, "(320 bytes per thread, ");
	says(finding->reason, "more registers than a thread can have (255)");
	says(finding->advice, "fewer values at a time");
	assert_int_equal(finding->related_count, 1);
	says(finding->related[0].message, "100% of the spilled bytes: ");
	says(finding->related[0].message, "in a loop of depth 2");
	/* The cause of the register limit is named. */
	world->kernel.resources.registers = 32;
	world->kernel.max_threads = 256;
	world->kernel.min_blocks = 8;
	finding = only_finding(world, "register-spill", SEVERITY_WARNING);
	says(finding->reason, "__launch_bounds__(256, 8) leaves a thread 32 registers");
	says(finding->advice, "request fewer blocks");
	/* A limit above the used registers is not the cause. */
	world->kernel.min_blocks = 2;
	says(only_finding(world, "register-spill", SEVERITY_WARNING)->reason, "the compiler uses 32 registers");
	/* A few spills cost nothing noticeable. */
	launch->execution.lines.spill_loads = launch->execution.lines.spill_stores = 1;
	launch->execution.lines.spill_sectors = 8;
	silence(world);
	launch->execution.lines = (struct machine_lines){.count = 0};
	silence(world);
}

static void
accidental_doubles(void **state)
{
	struct world *world = *state;
	const struct machine_line line =
					  {
						  .file = "dir/k.cu",
						  .line = 14,
						  .depth = 1,
						  .doubles = 300 * requests,
						  .double_conversions = 200 * requests,
						  .instructions = 1000 * requests,
					  },
				  single = {
					  .file = "dir/k.cu", .line = 14, .depth = 1, .instructions = 1000 * requests};
	struct double_use uses[] = {
		{.place = {"k.cu", 13, 9, 13, 12},
	         .text = "1.5",
	         .replacement = "1.5f",
	         .first_line = 13,
	         .last_line = 13},
		{.place = {"k.cu", 14, 9, 14, 12},
	         .text = "0.1",
	         .replacement = "0.1f",
	         .first_line = 13,
	         .last_line = 14},
	};
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	world->kernel.double_uses = uses;
	world->kernel.double_use_count = 2;
	set_machine(world, &line);
	const struct finding *finding = only_finding(world, "accidental-double", SEVERITY_WARNING);
	assert_int_equal(finding->place.line, 14);
	says(finding->message, "double precision by the literal '0.1': ");
	says(finding->advice, "write 0.1f instead of 0.1");
	assert_int_equal(finding->fix_count, 1);
	assert_string_equal(finding->fixes[0].replacement, "0.1f");
	/* The other use's line executes nothing in double precision. */
	assert_int_equal(finding->related_count, 0);
	uses[1] = (struct double_use){.place = {"k.cu", 14, 9, 14, 12},
	                              .text = "pow",
	                              .replacement = "powf",
	                              .is_call = true,
	                              .first_line = 14,
	                              .last_line = 14};
	says(only_finding(world, "accidental-double", SEVERITY_WARNING)->advice,
	     "write powf; write a small integer power as products");
	/* A macro's name cannot be rewritten. */
	uses[1] = (struct double_use){
		.place = {"k.cu", 14, 9, 14, 12}, .text = "STEP", .first_line = 14, .last_line = 14};
	finding = only_finding(world, "accidental-double", SEVERITY_WARNING);
	says(finding->advice, "make 'STEP' a float");
	assert_int_equal(finding->fix_count, 0);
	/* The compiler has generated single precision. */
	set_machine(world, &single);
	silence(world);
}

static void
slow_math(void **state)
{
	struct world *world = *state;
	struct machine_line line = {
		.file = "k.cu",
		.line = 14,
		.depth = 1,
		.special = 120 * requests,
		.instructions = 1000 * requests,
		.certain = 1000 * requests,
	};
	struct math_use use = {.place = {"k.cu", 14, 9, 14, 20},
	                       .text = "1 / sqrt",
	                       .kind = MATH_INVERSE_ROOT,
	                       .first_line = 14,
	                       .last_line = 14};
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	world->kernel.math_uses = &use;
	world->kernel.math_use_count = 1;
	set_machine(world, &line);
	const struct finding *finding = only_finding(world, "slow-math", SEVERITY_WARNING);
	assert_int_equal(finding->place.line, 14);
	says(finding->message, "1 / sqrt in a loop: ");
	says(finding->advice, "write rsqrtf(x)");
	/* A replacement with another result is a note. */
	use.kind = MATH_INTEGER_DIVISION;
	says(only_finding(world, "slow-math", SEVERITY_NOTE)->advice, "for a power of two, shift and mask");
	/* Outside of loops it is executed once. */
	line.depth = 0;
	silence(world);
	/* The compiler has generated a shorter form. */
	line.depth = 1;
	line.special = 0;
	silence(world);
}

static void
unfused_multiply(void **state)
{
	struct world *world = *state;
	struct machine_line line = {
		.file = "k.cu", .line = 14, .unfused = 400 * requests, .instructions = 1000 * requests};
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	set_machine(world, &line);
	const struct finding *finding = only_finding(world, "unfused-multiply", SEVERITY_NOTE);
	assert_int_equal(finding->place.line, 14);
	says(finding->message, "(80% of the instructions are pairs that could be one)");
	says(finding->advice, "write a * b + c or fmaf(a, b, c)");
	world->kernel.is_uncontracted = true;
	says(only_finding(world, "unfused-multiply", SEVERITY_NOTE)->advice, "compile without -fmad=false");
	/* A few of them cost nothing noticeable. */
	line.unfused = 10 * requests;
	set_machine(world, &line);
	silence(world);
}

static void
tail_waves(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	world->facts.gpu = "H200";
	world->kernel.resources.registers = 32;
	launch->grid[0] = 270;
	launch->block[0] = 1024;
	launch->execution.longest_block = launch->execution.uneven = 1;
	launch->execution.work = (struct work){.instructions = 1e9, .cycles = 1e9};
	const struct finding *finding = only_finding(world, "tail-wave", SEVERITY_WARNING);
	says(finding->message, "tail wave of 'k': ");
	says(finding->message, "(1.02 waves of 264 blocks)");
	says(finding->reason, "132 multiprocessors hold 2 blocks each: the last 6 of 270 run by themselves");
	says(finding->advice, "use blocks of ");
	/* Blocks that end one by one have no waves. */
	launch->execution.longest_block = 2;
	silence(world);
	launch->execution.longest_block = 1;
	launch->grid[0] = 264;
	silence(world);
	/* The number of resident blocks is unknown. */
	launch->grid[0] = 270;
	world->kernel.resources.registers = -1;
	silence(world);
}

static void
launch_bounds(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	struct site *load = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	world->facts.gpu = "H200";
	world->kernel.resources.registers = 72;
	world->kernel.trial = (struct register_trial){.limit = 64, .registers = 64, .spill_bytes = 0};
	launch->grid[0] = 132 * 24;
	launch->occupancy.warps = 0.375;
	launch->occupancy.limiter = LIMITED_BY_REGISTERS;
	launch->execution.work = (struct work){.instructions = 1e6, .cycles = 5e9};
	load->demand.late_share = 1;
	const struct finding *finding = only_finding(world, "launch-bounds", SEVERITY_WARNING);
	says(finding->message, "(3 of 4 blocks per multiprocessor)");
	says(finding->reason, "uses 72 registers per thread; limited to 64, it uses 64");
	says(finding->advice, "__launch_bounds__(256, 4)");
	/* With spills the gain is uncertain: only the occupancy is reported, with the spills. */
	world->kernel.trial.spill_bytes = 8;
	run(world);
	for (size_t i = 0; i < world->facts.finding_count; i++)
		assert_string_equal(world->facts.findings[i].rule, "low-occupancy");
	says(world->facts.findings[0].advice, "the compiler spills 8 bytes per thread");
	/* Without a trial: the number of registers with which one more block is resident. */
	world->kernel.trial.limit = 0;
	run(world);
	says(world->facts.findings[0].advice, "64 registers instead of 72");
	says(world->facts.findings[0].reason,
	     "a multiprocessor holds 3 blocks of 256 threads: registers (72 per thread) allow 3, the block size 8");
}

static void
small_blocks(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	launch->grid[0] = 1 << 17;
	launch->block[0] = 32;
	launch->occupancy.warps = 0.5;
	launch->occupancy.limiter = LIMITED_BY_BLOCKS;
	/* This finding includes the cost of the occupancy. */
	const struct finding *finding = only_finding(world, "small-block", SEVERITY_ERROR);
	says(finding->message, "small blocks of 'k': ");
	says(finding->message, "x slower (131072 blocks of 32 threads)");
	says(finding->advice, "launch fewer blocks, of 256 threads each");
	world->kernel.block_bound = "a warp a row";
	says(only_finding(world, "small-block", SEVERITY_ERROR)->advice,
	     "a loop over the work of several blocks (block size fixed: a warp a row)");
	/* Blocks smaller than a warp are reported by that rule. */
	launch->block[0] = 20;
	only_finding(world, "partial-warp-block", SEVERITY_ERROR);
	/* Blocks with enough work. */
	launch->block[0] = 32;
	launch->occupancy.warps = 1;
	launch->occupancy.limiter = LIMITED_BY_NOTHING;
	site->predicted.requests = 100 * requests;
	site->predicted.sectors = site->predicted.ideal_sectors = 400 * requests;
	silence(world);
}

static void
uneven_warps(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	launch->execution.work.instructions = 1e6;
	site->uneven.of_block = launch->execution.uneven = 4;
	const struct finding *finding = only_finding(world, "uneven-work", SEVERITY_WARNING);
	says(finding->message, "uneven work of the warps of 'k': ");
	says(finding->message, "x slower (the busiest has 4x the mean's accesses)");
	assert_int_equal(finding->place.line, site->place.line);
	/* Unknown figures give at most a note. */
	site->confidence = CONFIDENCE_BOUNDED;
	only_finding(world, "uneven-work", SEVERITY_NOTE);
	site->confidence = CONFIDENCE_EXACT;
	site->uneven.of_block = 1.4;
	silence(world);
	/* Warps that load once have no iterations. */
	site->uneven.of_block = 4;
	site->predicted.requests = 2112;
	site->predicted.sectors = site->predicted.ideal_sectors = 4 * 2112;
	silence(world);
}

static void
uneven_work_of_one_thread(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	struct site *site = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	launch->execution.work.instructions = 1e6;
	site->uneven.of_block = launch->execution.uneven = 4;
	site->loop.place = (struct place){"k.cu", 8, 2, 15, 3};
	says(only_finding(world, "uneven-work", SEVERITY_WARNING)->advice, "pair long iterations with short ones");
	site->predicted.lanes = site->predicted.requests;
	says(only_finding(world, "uneven-work", SEVERITY_WARNING)->advice, "divide them among the block's threads");
	site->is_recurrent = true;
	says(only_finding(world, "uneven-work", SEVERITY_WARNING)->advice, "compute a scan");
}

/* Warps that skip an access in each iteration do not execute fewer iterations. */
static void
uneven_access_in_an_even_loop(void **state)
{
	struct world *world = *state;
	struct launch *launch = &world->launches[0];
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	struct site *of_all = add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4), *site = &world->sites[0];
	launch->execution.work.instructions = 1e6;
	site->uneven.of_block = launch->execution.uneven = 4;
	of_all->uneven.of_block = 1;
	only_finding(world, "uneven-work", SEVERITY_WARNING);
	site->loop.place = of_all->loop.place = (struct place){"k.cu", 8, 2, 15, 3};
	silence(world);
	/* An access before the loop does not show its iterations. */
	of_all->predicted.requests = of_all->predicted.requests / 100;
	only_finding(world, "uneven-work", SEVERITY_WARNING);
}

/* One slowdown is an error, a warning or a note depending on its share of the program's time: the program also makes
 * another launch without findings this many times. */
static void
severity_by_share(void **state)
{
	struct world *world = *state;
	static const struct {
		unsigned repeats;
		double least, most; /* the share of the program's time that would be saved */
		enum severity severity;
	} cases[] = {{1, 0.1, 1, SEVERITY_ERROR},
	             {200, 0.02, 0.1, SEVERITY_WARNING},
	             {1000, 0.002, 0.02, SEVERITY_WARNING},
	             {100000, 0, 0.002, SEVERITY_NOTE}};
	add_site(world, SPACE_GLOBAL, PATTERN_STRIDED, 4096, 32, 4);
	world->launches[1].sites = &world->sites[1];
	add_site(world, SPACE_GLOBAL, PATTERN_CONTIGUOUS, 4, 4, 4);
	world->launches[0].site_count = world->launches[1].site_count = 1;
	world->kernel.launch_count = 2;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		world->launches[1].program.repeats = cases[i].repeats;
		const struct finding *finding = only_finding(world, "uncoalesced-access", cases[i].severity);
		const double saved = 1 - 1 / finding->predicted_penalty.estimate;
		assert_float_equal(finding->saved_us, saved * world->launches[0].predicted_time.us, 1e-6);
		assert_float_equal(finding->program_share, saved * world->launches[0].program.time_share, 1e-6);
		assert_true(finding->program_share > cases[i].least && finding->program_share <= cases[i].most);
	}
	/* Some microseconds are worth reporting in a program that takes little more. */
	struct figures *figures = &world->sites[0].predicted;
	figures->requests /= 2;
	figures->lanes /= 2;
	figures->sectors /= 2;
	figures->ideal_sectors /= 2;
	world->launches[1].program.repeats = 1000;
	assert_true(only_finding(world, "uncoalesced-access", SEVERITY_NOTE)->program_share > 0.002);
	world->launches[1].program.repeats = 200;
	assert_true(only_finding(world, "uncoalesced-access", SEVERITY_WARNING)->saved_us < 50);
	/* A fifth of a launch of a few microseconds is within the variation of launches. */
	figures->requests = requests / 110;
	figures->lanes = 32 * figures->requests;
	figures->sectors = 32 * figures->requests;
	figures->ideal_sectors = 4 * figures->requests;
	world->launches[1].program.repeats = 1;
	const struct finding *finding = only_finding(world, "uncoalesced-access", SEVERITY_NOTE);
	assert_true(finding->predicted_penalty.estimate > 1.1 && finding->program_share > 0.02);
}

static const char *const headings[] = {
	"\n## What it does\n",      "\n## Why it ",   "\n## Example\n", "\n## Use instead\n",
	"\n## When to ignore it\n", "\n## Related\n",
};

/* Every rule has a page, named after it, with the fixed headings in order, and every page a rule. */
static void
pages(void **state)
{
	(void)state;
	assert_int_equal(embedded_page_count, rule_count);
	for (size_t i = 0; i < rule_count; i++) {
		char title[80];
		const char *page = rule_page(&rules[i]);
		snprintf(title, sizeof title, "# %s\n", rules[i].name);
		assert_true(!strncmp(page, title, strlen(title)));
		assert_ptr_equal(rule_find(rules[i].name), &rules[i]);
		assert_int_equal(!!rules[i].check_site + !!rules[i].check_launch + !!rules[i].check_program, 1);
		for (size_t k = 0; k < sizeof headings / sizeof *headings; k++) {
			page = strstr(page, headings[k]);
			if (!page)
				fail_msg("%s: no heading%sin its place", rules[i].name, headings[k]);
		}
	}
	assert_null(rule_find("no-such-rule"));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(clean_accesses),
		TEST(columns),
		TEST(shared_elements),
		TEST(backwards_columns),
		TEST(records),
		TEST(records_of_which_all_members_are_read),
		TEST(strides_that_were_made_up),
		TEST(sectors_that_other_warps_use),
		TEST(records_that_no_vector_moves),
		TEST(members_that_do_not_make_up_a_record),
		TEST(rows_along),
		TEST(one_walk),
		TEST(names),
		TEST(strides),
		TEST(guessed_launches),
		TEST(rows_of_a_block),
		TEST(misalignment),
		TEST(gathers),
		TEST(confidences),
		TEST(without_a_profile),
		TEST(weight),
		TEST(weight_without_profile),
		TEST(weight_among_the_bad),
		TEST(gains),
		TEST(weight_of_places),
		TEST(bank_conflicts),
		TEST(conflicts_through_pointers),
		TEST(conflicts_of_arrays_with_one_index),
		TEST(conflicts_of_fragments),
		TEST(conflicts_that_may_be_hidden),
		TEST(conflicts_without_layout),
		TEST(conflicts_in_one_array),
		TEST(share_of_all_launches),
		TEST(share_of_launches_of_one_shape),
		TEST(paddings_in_words),
		TEST(round_trips),
		TEST(waiting_loads),
		TEST(loads_of_two_launches),
		TEST(patches),
		TEST(unstaged_reuse),
		TEST(hidden_conflicts),
		TEST(shared_atomics),
		TEST(branches),
		TEST(wasted_warps),
		TEST(last_warps_work),
		TEST(short_sides),
		TEST(paths),
		TEST(gaps),
		TEST(one_condition),
		TEST(block_shapes),
		TEST(occupancies),
		TEST(little_of_a_loop_left_early),
		TEST(merged_launches),
		TEST(merged_guesses),
		TEST(order),
		TEST(contended_atomics),
		TEST(advice_on_atomics),
		TEST(atomics_that_data_spreads),
		TEST(many_blocks_on_few_words),
		TEST(divergent_constants),
		TEST(small_grids),
		TEST(small_grids_that_solve),
		TEST(passed_by),
		TEST(generic_accesses),
		TEST(narrow_accesses),
		TEST(narrow_accesses_in_loops),
		TEST(idle_warps),
		TEST(redundant_work),
		TEST(needless_barriers),
		TEST(shared_races),
		TEST(local_arrays),
		TEST(register_spills),
		TEST(accidental_doubles),
		TEST(slow_math),
		TEST(unfused_multiply),
		TEST(tail_waves),
		TEST(launch_bounds),
		TEST(small_blocks),
		TEST(uneven_warps),
		TEST(uneven_work_of_one_thread),
		TEST(uneven_access_in_an_even_loop),
		TEST(severity_by_share),
		cmocka_unit_test(pages),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
