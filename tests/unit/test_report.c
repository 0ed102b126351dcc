#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "cli/report/excerpt.h"
#include "cli/report/path.h"
#include "cli/report/report.h"
#include "support/allocate.h"

static const char source_text[] = "__global__ void\n"
				  "k(float *out, int n)\n"
				  "{\n"
				  "\tout[threadIdx.x * n] = 0;\n"
				  "}\n";

struct world {
	struct facts facts;
	struct sources sources;
	struct kernel kernel;
	struct launch launch;
	struct site site;
	struct source_file file;
	struct finding finding;
	struct report report;
};

static struct source *
add_text(struct sources *sources, const char *path, const char *text, size_t length)
{
	struct source *source = memory_zeroed(1, sizeof *source);
	source->path = memory_strdup(path);
	source->text = memcpy(memory_alloc(length + 1), text, length + 1);
	source->length = length;
	memory_push(sources->items, sources->count, sources->capacity, source);
	return source;
}

/* One kernel with one launch, one store and one finding about it. */
static void
make_world(struct world *world)
{
	const struct place place = {
		.file = "/home/ada/k.cu",
		.line = 4,
		.column = 2,
		.end_line = 4,
		.end_column = 22,
	};
	*world = (struct world){0};
	add_text(&world->sources, place.file, source_text, sizeof source_text - 1);
	world->site = (struct site){
		.id = "k/out[threadIdx.x * n]/0",
		.place = place,
		.expression = "out[threadIdx.x * n]",
		.kind = SITE_STORE,
		.space = SPACE_GLOBAL,
		.width = 4,
		.confidence = CONFIDENCE_ASSUMED,
		.why = "n = 1024: no launch binds it",
		.predicted =
			{
				.requests = 8,
				.lanes = 256,
				.sectors = 256,
				.ideal_sectors = 32,
				.wavefronts = NAN,
				.ideal_wavefronts = NAN,
				.divergent = NAN,
				.low = NAN,
				.high = NAN,
			},
		.pattern = PATTERN_STRIDED,
		.object.name = "out",
		.reason = "lanes step by 4096 bytes",
	};
	world->launch = (struct launch){
		.place = place,
		.grid = {4, 1, 1},
		.block = {64, 1, 1},
		.origin = LAUNCH_ASSUMED,
		.program.repeats = 1,
		.sites = &world->site,
		.site_count = 1,
		.occupancy.warps = NAN,
		.program.time_share = NAN,
	};
	world->kernel = (struct kernel){
		.name = "k",
		.qualified_name = "k",
		.place = {.file = place.file, .line = 2, .column = 1},
		.resources = {.registers = -1, .spill_bytes = -1, .occupancy = NAN},
		.launches = &world->launch,
		.launch_count = 1,
	};
	world->file = (struct source_file){.path = place.file};
	world->finding = (struct finding){
		.rule = "strided-access",
		.severity = SEVERITY_WARNING,
		.message = "32 sectors a request where 4 would do",
		.place = place,
		.kernel = "k",
		.site = world->site.id,
		.launch = &world->launch,
		.reason = "lanes step by 4096 bytes",
		.cost = "8 times the traffic",
		.advice = "let neighbouring lanes write neighbouring elements",
		.confidence = CONFIDENCE_ASSUMED,
		.predicted_penalty = {5.9, 4.8, 7.1},
		.measured_penalty = {NAN, NAN, NAN},
	};
	world->facts = (struct facts){
		.gpu = "H200",
		.sm = "sm_90",
		.profile = "none",
		.files = &world->file,
		.file_count = 1,
		.kernels = &world->kernel,
		.kernel_count = 1,
		.findings = &world->finding,
		.finding_count = 1,
	};
	world->report = (struct report){
		.facts = &world->facts,
		.sources = &world->sources,
		.directory = "/home/ada",
		.version = "1.2.3",
		.width = 80,
	};
}

static char *
render(const struct report *report, const char *format)
{
	char *text;
	size_t length;
	struct arena arena = {0};
	struct report with_arena = *report;
	if (!with_arena.arena)
		with_arena.arena = &arena;
	FILE *out = open_memstream(&text, &length);
	report_format_find(format)->write(out, &with_arena);
	fclose(out);
	arena_free(&arena);
	return text;
}

static void
assert_renders(const struct report *report, const char *format, const char *expected)
{
	char *text = render(report, format);
	assert_string_equal(text, expected);
	free(text);
}

/* Whether the text begins with these words, wherever its lines break. */
static bool
begins_with_words(const char *text, const char *words)
{
	for (; *words; words++) {
		const size_t space = strspn(text, " \n");
		if (*words == ' ' ? !space : *text != *words)
			return false;
		text += *words == ' ' ? space : 1;
	}
	return true;
}

static bool
has_words(const char *text, const char *words)
{
	for (; *text; text++)
		if (begins_with_words(text, words))
			return true;
	return false;
}

static void
text_shows_place_numbers_reason_cost_and_advice(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	assert_renders(
		&world.report, "text",
		"predicted time on H200\n"
		"       assumed launch k<<<4, 64>>>: time unknown: no profile to predict it from\n"
		"       (k.cu:4)\n"
		"\n"
		"k.cu:4:2: warning: 32 sectors a request where 4 would do [strided-access]\n"
		"     4 | \tout[threadIdx.x * n] = 0;\n"
		"       | \t^~~~~~~~~~~~~~~~~~~~\n"
		"  predicted 32 sectors/request (ideal 4), 8 requests, 32 of 32 lanes active;\n"
		"            assumed: n = 1024: no launch binds it\n"
		"  why       lanes step by 4096 bytes\n"
		"  cost      8 times the traffic\n"
		"  advice    let neighbouring lanes write neighbouring elements\n"
		"\n"
		"k.cu:2:1: note: 1 kernel has assumed launches only, as no evaluated code reaches its launch: 'k'\n"
		"  advice    give a launch: --launch 'k<<<grid, block>>>(arguments)'\n"
		"1 warning in 1 kernel and 1 launch for H200 (sm_90); 1 site: 1 assumed\n");
	sources_free(&world.sources);
}

/* If another instance of the template is launched too, the finding and the time name their instance. */
static void
instances_of_a_template_are_distinguished(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	const char *const first[] = {"float", "4"}, *const second[] = {"float", "64"};
	struct kernel kernels[2] = {world.kernel, world.kernel};
	struct launch launches[2] = {world.launch, world.launch};
	for (size_t i = 0; i < 2; i++) {
		kernels[i].template_args = kernels[i].written_template_args = (const char **)(i ? second : first);
		kernels[i].template_arg_count = 2;
		kernels[i].launches = &launches[i];
	}
	launches[1].predicted_time = (struct launch_time){.us = 300, .low_us = 200, .high_us = 400};
	world.facts.kernels = kernels;
	world.facts.kernel_count = 2;
	world.finding.launch = &launches[1];
	char *text = render(&world.report, "text");
	assert_non_null(strstr(text, "  instance  k<float, 64>\n  predicted 32"));
	assert_true(
		has_words(text, "assumed launch k<float, 64><<<4, 64>>>: 300 us (200 us to 400 us likely), bound by "));
	free(text);
	text = render(&world.report, "json");
	assert_non_null(strstr(text, "\"kernel\": \"k\",\n   \"template_args\": [\n    \"float\",\n    \"64\"\n   ],"));
	free(text);
	kernels[0].launch_count = 0;
	text = render(&world.report, "text");
	assert_null(strstr(text, "instance"));
	free(text);
	sources_free(&world.sources);
}

static void
text_says_why_sites_are_unknown(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	static const char *const reasons[] = {"it comes from a file",
	                                      "nothing binds `n`",
	                                      "nothing binds `n`",
	                                      "c",
	                                      "d",
	                                      "nothing binds `n`",
	                                      "d",
	                                      "e"};
	struct site sites[8];
	for (unsigned i = 0; i < 8; i++) {
		sites[i] = world.site;
		sites[i].confidence = CONFIDENCE_UNKNOWN;
		sites[i].why = reasons[i];
		sites[i].place.line = 10 + i;
	}
	world.launch.sites = sites;
	world.launch.site_count = 8;
	char *text = render(&world.report, "text");
	assert_non_null(strstr(text, "8 sites: 8 unknown: no prediction is possible for any of them\n"
	                             "unknown: nothing binds `n` (3 sites, the first at k.cu:11)\n"
	                             "unknown: d (2 sites, the first at k.cu:14)\n"
	                             "unknown: it comes from a file (1 site, at k.cu:10)\n"
	                             "unknown: 2 more sites, for other reasons (see --format json)\n"));
	free(text);
	sources_free(&world.sources);
}

static void
text_shows_what_was_measured_beside_what_was_predicted(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	world.site.measured.is_known = true;
	world.site.measured.figures = world.site.predicted;
	world.site.measured.figures.sectors = 248;
	world.finding.status = FINDING_CONFIRMED;
	world.finding.measured_penalty = (struct penalty){5.4, 5.2, 5.6};
	world.finding.measured_against = "with this access in its ideal form";
	world.finding.judged_in_time = true;
	char *text = render(&world.report, "text");
	assert_non_null(strstr(text, "  measured  31 sectors/request (ideal 4), 8 requests, 32 of 32 lanes active\n"));
	assert_non_null(strstr(text, "  verified  confirmed\n  time      5.40x slower"));
	assert_true(has_words(text, "time 5.40x slower than with this access in its ideal form (5.20x to 5.60x)"));
	free(text);
	world.finding.measured_penalty = (struct penalty){0};
	world.finding.unmeasured_penalty = "it is a gather";
	world.finding.judged_in_time = false;
	text = render(&world.report, "text");
	assert_non_null(strstr(
		text,
		"  verified  confirmed, by its counts alone\n  time      not measured, because it is a gather\n"));
	free(text);
	sources_free(&world.sources);
}

static void
text_says_aloud_which_kernels_nothing_is_known_of(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	world.facts.finding_count = 0;
	world.kernel.launch_count = 0;
	assert_renders(
		&world.report, "text",
		"k.cu:2:1: note: 1 kernel was not analysed, as no evaluated code launches it: 'k'\n"
		"  advice    give the file that launches it as well, or a launch: --launch 'k<<<grid, block>>>(arguments)'\n"
		"no findings in 1 kernel and 0 launches for H200 (sm_90); nothing was analysed: no kernel is launched\n");
	sources_free(&world.sources);
}

/* A kernel launched twice: the figures shown must be those of the finding's launch. */
static void
text_shows_the_figures_of_the_findings_own_launch(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	struct site harmless = world.site;
	harmless.predicted.sectors = harmless.predicted.ideal_sectors;
	struct launch launches[2] = {world.launch, world.launch};
	launches[0].sites = &harmless;
	world.kernel.launches = launches;
	world.kernel.launch_count = 2;
	world.finding.launch = &launches[1];
	char *text = render(&world.report, "text");
	assert_non_null(strstr(text, "  predicted 32 sectors/request (ideal 4)"));
	assert_null(strstr(text, "  predicted 4.0 sectors/request"));
	free(text);
	sources_free(&world.sources);
}

static void
short_is_one_line_a_finding(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	world.file.status = FILE_PARTIAL;
	world.file.problems =
		(struct file_problem[]){{{"/home/ada/x.h", 1, 3, 0, 0}, SEVERITY_ERROR, "'y.h' file not found", true},
	                                {{0}, SEVERITY_ERROR, "no place", false}};
	world.file.problem_count = 2;
	assert_renders(&world.report, "short",
	               "x.h:1:3: error: 'y.h' file not found\n"
	               "k.cu:4:2: warning: 32 sectors a request where 4 would do [strided-access]\n"
	               "k.cu:4:2: info: assumed launch k<<<4, 64>>>: time unknown: no profile to predict it from\n");
	sources_free(&world.sources);
}

static void
other_places_are_lines_of_their_finding(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	struct related related[] = {
		{{"k.cu", 4, 9, 4, 10}, "the same here"}, {{"k.cu", 6, 2, 6, 3}, "the same here"},
		{{"k.cu", 6, 9, 6, 10}, "the same here"}, {{"k.cu", 8, 2, 8, 3}, "the same here"},
		{{"k.cuh", 3, 2, 3, 3}, "the same here"},
	};
	for (size_t i = 0; i < 4; i++)
		related[i].place.file = world.finding.place.file;
	world.finding.related = related;
	world.finding.related_count = 1;
	assert_renders(&world.report, "short",
	               "k.cu:4:2: warning: 32 sectors a request where 4 would do [strided-access]\n"
	               "k.cu:4:2: info: assumed launch k<<<4, 64>>>: time unknown: no profile to predict it from\n");
	world.finding.related_count = sizeof related / sizeof *related;
	assert_renders(&world.report, "short",
	               "k.cu:4:2: warning: 32 sectors a request where 4 would do; also at lines 6, 8, k.cuh:3 "
	               "[strided-access]\n"
	               "k.cu:4:2: info: assumed launch k<<<4, 64>>>: time unknown: no profile to predict it from\n");
	sources_free(&world.sources);
}

static void
long_lists_of_problems_are_cut(void **state)
{
	(void)state;
	struct world world;
	size_t lines = 0;
	struct file_problem problems[REPORT_MOST_PROBLEMS + 5];
	make_world(&world);
	world.file.status = FILE_PARTIAL;
	world.file.problems = problems;
	world.file.problem_count = sizeof problems / sizeof *problems;
	for (size_t i = 0; i < world.file.problem_count; i++)
		problems[i] = (struct file_problem){
			{"k.cu", (uint32_t)i + 1, 1, 0, 0}, SEVERITY_ERROR, "what is this", false};
	char *text = render(&world.report, "short");
	const size_t length = strlen(text);
	for (size_t i = 0; i < length; i++)
		lines += text[i] == '\n';
	/* In addition to the problems: their number, the finding and the launch. */
	assert_int_equal(lines, REPORT_MOST_PROBLEMS + 3);
	assert_non_null(strstr(text, "from here on 5 more problems are not shown"));
	free(text);
	sources_free(&world.sources);
}

static void
unreached_accesses_are_a_line_of_their_kernel(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	const char *file = world.kernel.place.file;
	struct unreached unreached[] = {
		{{file, 44, 3, 44, 9}, "the condition at line 39 was never true"},
		{{file, 40, 3, 40, 9}, "the condition at line 39 was never true"},
		{{file, 40, 12, 40, 18}, "the condition at line 39 was never true"},
	};
	world.kernel.access_count = 12;
	world.kernel.unreached = unreached;
	world.kernel.unreached_count = 3;
	char *text = render(&world.report, "text");
	assert_non_null(strstr(text,
	                       "3 of 12 accesses of 'k' were not reached by the evaluated "
	                       "blocks and iterations: lines 40, 44 (the condition at line 39 was never true)\n"));
	free(text);
	unreached[1].why = "every thread had left before";
	text = render(&world.report, "text");
	assert_non_null(strstr(text, "iterations: lines 40, 44\n"));
	free(text);
	text = render(&world.report, "json");
	assert_non_null(strstr(text, "every thread had left before"));
	free(text);
	sources_free(&world.sources);
}

static void
control_characters_do_not_reach_the_terminal(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	world.finding.message = "\033]0;owned\a and \r more and \xc2\x9b"
				"31m of 8 bits, \xc2\xa7 and \xc3\x9b aside";
	assert_renders(&world.report, "short",
	               "k.cu:4:2: warning: ?]0;owned? and ? more and ?31m of 8 bits, \xc2\xa7 and \xc3\x9b aside "
	               "[strided-access]\n"
	               "k.cu:4:2: info: assumed launch k<<<4, 64>>>: time unknown: no profile to predict it from\n");
	sources_free(&world.sources);
}

static void
color_is_only_added(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	char *plain = render(&world.report, "text");
	world.report.color = true;
	char *colored = render(&world.report, "text"), *to = colored;
	assert_string_not_equal(plain, colored);
	for (const char *from = colored; *from; from++) {
		if (*from == '\033')
			from = strchr(from, 'm');
		else
			*to++ = *from;
	}
	*to = '\0';
	assert_string_equal(plain, colored);
	free(plain);
	free(colored);
	sources_free(&world.sources);
}

static json_t *
render_json(const struct report *report)
{
	char *text = render(report, "json");
	json_error_t error;
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
	if (!root)
		fail_msg("line %d: %s\n%s", error.line, error.text, text);
	free(text);
	return root;
}

static json_t *
at(json_t *value, const char *key)
{
	json_t *member = json_object_get(value, key);
	if (!member)
		fail_msg("no member %s", key);
	return member;
}

static void
json_gives_totals_as_averages_over_the_requests(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	json_t *root = render_json(&world.report);
	json_t *kernel = json_array_get(at(root, "kernels"), 0);
	json_t *launch = json_array_get(at(kernel, "launches"), 0);
	json_t *site = json_array_get(at(launch, "sites"), 0), *predicted = at(site, "predicted");
	assert_int_equal(json_integer_value(at(predicted, "requests")), 8);
	assert_float_equal(json_real_value(at(predicted, "sectors_per_request")), 32, 0);
	assert_float_equal(json_real_value(at(predicted, "ideal_sectors_per_request")), 4, 0);
	assert_float_equal(json_real_value(at(predicted, "active_lanes")), 32, 0);
	assert_string_equal(json_string_value(at(site, "file")), "k.cu");
	assert_string_equal(json_string_value(at(site, "kind")), "store");
	assert_string_equal(json_string_value(at(site, "standing")), "assumed");
	assert_string_equal(json_string_value(at(launch, "origin")), "assumed");
	json_decref(root);
	sources_free(&world.sources);
}

static void
times_are_reported_in_a_unit_of_their_size(void **state)
{
	(void)state;
	static const struct {
		struct launch_time time;
		const char *text;
	} times[] = {
		{{.us = 195.2, .low_us = 169.4, .high_us = 1029}, ">>>: 195 us (169 us to 1.03 ms likely), bound by"},
		{{.us = 2390, .low_us = 2070, .high_us = 2790}, ">>>: 2.39 ms (2.07 ms to 2.79 ms likely), bound by"},
		{{.us = 3.2e9, .low_us = 3e9, .high_us = 3.5e9}, ">>>: 3200 s (3000 s to 3500 s likely), bound by"},
		{{.low_us = 1200, .high_us = 5e6, .why = "who knows"},
	         ">>>: time unknown, 1.20 ms to 5.00 s likely: who knows"},
	};
	struct world world;
	make_world(&world);
	world.finding.launch = &world.launch;
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		world.launch.predicted_time = times[i].time;
		char *text = render(&world.report, "text");
		assert_true(has_words(text, times[i].text));
		free(text);
	}
	sources_free(&world.sources);
}

/* The launches' shares of the program's time, the longest first. */
static void
launches_are_ranked_by_their_share(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	struct launch launches[3] = {world.launch, world.launch, world.launch};
	static const double us[] = {20, 180, 0.5}, shares[] = {0.0998, 0.898, 0.0025};
	for (size_t i = 0; i < 3; i++) {
		launches[i].origin = LAUNCH_SOURCE;
		launches[i].place.line = 10 + (uint32_t)i;
		launches[i].predicted_time = (struct launch_time){.us = us[i], .low_us = us[i], .high_us = us[i]};
		launches[i].program.time_share = shares[i];
	}
	world.kernel.launches = launches;
	world.kernel.launch_count = 3;
	world.facts.finding_count = 0;
	char *text = render(&world.report, "text");
	assert_non_null(strstr(text, "predicted time on H200: 200 us: launches 200 us (100%)\n"));
	static const char *const lines[] = {"\n  90%  k<<<4, 64>>>: 180 us", "\n  10%  k<<<4, 64>>>: 20.0 us",
	                                    "\n  <1%  k<<<4, 64>>>: 0.50 us"};
	const char *rest = text;
	for (size_t i = 0; i < 3; i++) {
		rest = strstr(rest, lines[i]);
		assert_non_null(rest);
	}
	free(text);
	/* Launches of one shape, place and time are one line; those that were not evaluated are assumed to be like
	 * them. */
	world.kernel.launches_left_out = 300;
	launches[0].place.line = launches[1].place.line;
	launches[0].program.stands_for = launches[1].program.stands_for = 101;
	launches[0].predicted_time = launches[1].predicted_time;
	text = render(&world.report, "text");
	assert_non_null(strstr(text, "predicted time on H200: 36.4 ms: launches 36.4 ms (100%)\n"));
	assert_non_null(strstr(text, "\n 100%  k<<<4, 64>>>: about 202 launches of 180 us"));
	world.kernel.launches_left_out = 0;
	launches[0].place.line = 10;
	launches[0].program.stands_for = launches[1].program.stands_for = 0;
	free(text);
	text = render(&world.report, "short");
	assert_non_null(strstr(text, "k.cu:11:2: info: k<<<4, 64>>>: 180 us"));
	assert_non_null(strstr(text, "; 90% of all launches\n"));
	free(text);
	sources_free(&world.sources);
}

static void
notes_are_counted_and_shown_on_demand(void **state)
{
	(void)state;
	static const char *const formats[] = {"text", "short"};
	struct world world;
	make_world(&world);
	world.finding.severity = SEVERITY_NOTE;
	for (size_t i = 0; i < 2; i++) {
		world.report.notes = false;
		char *text = render(&world.report, formats[i]);
		assert_null(strstr(text, "32 sectors a request"));
		assert_true(i == 1 || strstr(text, "1 note (--notes shows them) in 1 kernel"));
		free(text);
		world.report.notes = true;
		text = render(&world.report, formats[i]);
		assert_non_null(strstr(text, "k.cu:4:2: note: 32 sectors a request"));
		assert_true(i == 1 || strstr(text, "1 note in 1 kernel"));
		free(text);
	}
	/* Programs that read a report choose themselves. */
	world.report.notes = false;
	char *text = render(&world.report, "json");
	assert_non_null(strstr(text, "32 sectors a request"));
	free(text);
	sources_free(&world.sources);
}

static void
json_says_null_for_what_is_not_known(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	world.site.predicted.requests = 0;
	json_t *root = render_json(&world.report);
	json_t *kernel = json_array_get(at(root, "kernels"), 0), *resources = at(kernel, "resources");
	json_t *launch = json_array_get(at(kernel, "launches"), 0);
	json_t *site = json_array_get(at(launch, "sites"), 0), *predicted = at(site, "predicted");
	json_t *finding = json_array_get(at(root, "findings"), 0);
	assert_true(json_is_null(at(resources, "registers")));
	assert_true(json_is_null(at(resources, "spill_bytes")));
	assert_true(json_is_null(at(resources, "occupancy")));
	assert_true(json_is_null(at(launch, "time")));
	assert_true(json_is_null(at(site, "measured")));
	assert_true(json_is_null(at(predicted, "sectors_per_request")));
	assert_true(json_is_null(at(predicted, "wavefronts_per_request")));
	assert_true(json_is_null(at(predicted, "divergent_fraction")));
	assert_true(json_is_null(at(finding, "measured_penalty")));
	assert_float_equal(json_real_value(at(at(finding, "predicted_penalty"), "estimate")), 5.9, 1e-9);
	json_decref(root);
	sources_free(&world.sources);
}

/* What the sampled blocks showed is no more certain than its cost. */
static void
nothing_is_predicted_of_a_site_that_is_not_known(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	world.site.confidence = CONFIDENCE_UNKNOWN;
	world.site.why = "no code in these files sets the data";
	world.site.basis.awaits_data = true;
	json_t *root = render_json(&world.report);
	json_t *launch = json_array_get(at(json_array_get(at(root, "kernels"), 0), "launches"), 0);
	json_t *site = json_array_get(at(launch, "sites"), 0), *value;
	const char *name;
	json_object_foreach (at(site, "predicted"), name, value)
		assert_true(json_is_null(value) || !strcmp(name, "extrapolated"));
	assert_string_equal(json_string_value(at(site, "why")), "no code in these files sets the data");
	json_decref(root);
	char *text = render(&world.report, "text");
	assert_non_null(strstr(text, "  predicted unknown: no code in these files sets the data\n"));
	assert_null(strstr(text, "requests"));
	assert_non_null(strstr(text, "`gpulint verify --input NAME=FILE.npy`"));
	free(text);
	world.site.basis.awaits_data = false;
	text = render(&world.report, "text");
	assert_null(strstr(text, "--input"));
	free(text);
	sources_free(&world.sources);
}

static void
json_repairs_bytes_that_are_no_utf8(void **state)
{
	(void)state;
	struct world world;
	make_world(&world);
	world.finding.message = "\xff caf\xc3\xa9 \xe2\x82";
	json_t *root = render_json(&world.report);
	json_t *finding = json_array_get(at(root, "findings"), 0);
	assert_string_equal(json_string_value(at(finding, "message")),
	                    "\xef\xbf\xbd caf\xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd");
	json_decref(root);
	sources_free(&world.sources);
}

static char *
excerpt(struct source *source, const struct place *place)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	excerpt_write(out, source, place, &(struct excerpt_style){"", "", 80});
	fclose(out);
	return text;
}

static void
carets_stand_under_characters_not_bytes(void **state)
{
	(void)state;
	static const char line[] = "/* \xc3\xa9\xe2\x82\xac */ x = y;";
	struct sources sources = {0};
	struct source *source = add_text(&sources, "u.cu", line, sizeof line - 1);
	char *text = excerpt(source, &(struct place){.line = 1, .column = 13, .end_line = 1, .end_column = 18});
	assert_string_equal(text, "     1 | /* \xc3\xa9\xe2\x82\xac */ x = y;\n"
	                          "       |          ^~~~~\n");
	free(text);
	sources_free(&sources);
}

static void
excerpt_of_a_very_long_line_is_cut_around_the_place(void **state)
{
	(void)state;
	enum { LENGTH = 1 << 20 };
	char *line = memory_zeroed(LENGTH + 1, 1);
	memset(line, '.', LENGTH);
	memcpy(line + LENGTH / 2, "here", 4);
	struct sources sources = {0};
	struct source *source = add_text(&sources, "long.cu", line, LENGTH);
	const uint32_t column = LENGTH / 2 + 1;
	char *text = excerpt(source, &(struct place){"long.cu", 1, column, 1, column + 4});
	char expected[512];
	snprintf(expected, sizeof expected, "     1 | …%.33shere%.32s…\n       | %34s^~~~\n", line, line, "");
	assert_string_equal(text, expected);
	free(text);
	free(line);
	sources_free(&sources);
}

static void
excerpt_of_a_line_that_is_not_there_is_nothing(void **state)
{
	(void)state;
	struct sources sources = {0};
	struct source *source = add_text(&sources, "k.cu", source_text, sizeof source_text - 1);
	const struct place places[] = {
		{.line = 0, .column = 1},
		{.line = 100, .column = 1},
		{.line = 4, .column = 1000},
	};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		char *text = excerpt(source, &places[i]);
		assert_string_equal(text, "");
		free(text);
	}
	sources_free(&sources);
}

static void
lines_are_found_whatever_ends_them(void **state)
{
	(void)state;
	static const char text[] = "one\r\ntwo\n\nfour";
	static const char *const expected[] = {"one", "two", "", "four"};
	struct sources sources = {0};
	struct source *source = add_text(&sources, "l.cu", text, sizeof text - 1);
	for (uint32_t i = 0; i < 4; i++) {
		const struct source_line line = source_line(source, i + 1);
		assert_int_equal(line.length, strlen(expected[i]));
		assert_memory_equal(line.text, expected[i], line.length);
	}
	assert_null(source_line(source, 0).text);
	assert_null(source_line(source, 5).text);
	sources_free(&sources);
}

static void
paths_below_the_current_directory_are_relative(void **state)
{
	(void)state;
	struct arena arena = {0};
	const struct report report = {.directory = "/home/ada", .arena = &arena};
	assert_string_equal(report_path(&report, "/home/ada/src/k.cu"), "src/k.cu");
	assert_string_equal(report_path(&report, "/home/adam/k.cu"), "/home/adam/k.cu");
	assert_string_equal(report_path(&report, "../k.cu"), "../k.cu");
	assert_string_equal(report_path(&report, "/home/ada"), "/home/ada");
	assert_string_equal(report_path(&report, NULL), "");
	arena_free(&arena);
}

static void
paths_lose_what_does_not_lead_anywhere(void **state)
{
	(void)state;
	struct arena arena = {0};
	assert_string_equal(path_clean(&arena, "./a//b/./k.cu"), "a/b/k.cu");
	assert_string_equal(path_clean(&arena, "//usr/./include/../bin/env"), "/usr/bin/env");
	assert_string_equal(path_clean(&arena, "../../k.cu"), "../../k.cu");
	assert_string_equal(path_clean(&arena, "a.b/.hidden/k.cu"), "a.b/.hidden/k.cu");
	/* A path that does not exist, or follows a link, may name another file without its detour. */
	assert_string_equal(path_clean(&arena, "nowhere/../k.cu"), "nowhere/../k.cu");
	assert_string_equal(path_clean(&arena, "/proc/self/cwd/../k.cu"), "/proc/self/cwd/../k.cu");
	assert_string_equal(path_clean(&arena, "./"), "./");
	assert_string_equal(path_clean(&arena, "/"), "/");
	assert_string_equal(path_clean(&arena, ""), "");
	arena_free(&arena);
}

static void
files_that_cannot_be_read_say_why(void **state)
{
	(void)state;
	struct sources sources = {0};
	const struct source *missing = sources_open(&sources, "/nonexistent/k.cu");
	assert_null(missing->text);
	assert_string_equal(missing->error, "No such file or directory");
	const struct source *folder = sources_open(&sources, "/");
	assert_null(folder->text);
	assert_string_equal(folder->error, "Is a directory");
	assert_ptr_equal(sources_open(&sources, "/"), folder);
	sources_free(&sources);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_shows_place_numbers_reason_cost_and_advice),
		cmocka_unit_test(instances_of_a_template_are_distinguished),
		cmocka_unit_test(text_says_why_sites_are_unknown),
		cmocka_unit_test(text_shows_what_was_measured_beside_what_was_predicted),
		cmocka_unit_test(text_says_aloud_which_kernels_nothing_is_known_of),
		cmocka_unit_test(text_shows_the_figures_of_the_findings_own_launch),
		cmocka_unit_test(short_is_one_line_a_finding),
		cmocka_unit_test(other_places_are_lines_of_their_finding),
		cmocka_unit_test(long_lists_of_problems_are_cut),
		cmocka_unit_test(unreached_accesses_are_a_line_of_their_kernel),
		cmocka_unit_test(control_characters_do_not_reach_the_terminal),
		cmocka_unit_test(color_is_only_added),
		cmocka_unit_test(json_gives_totals_as_averages_over_the_requests),
		cmocka_unit_test(times_are_reported_in_a_unit_of_their_size),
		cmocka_unit_test(launches_are_ranked_by_their_share),
		cmocka_unit_test(notes_are_counted_and_shown_on_demand),
		cmocka_unit_test(json_says_null_for_what_is_not_known),
		cmocka_unit_test(nothing_is_predicted_of_a_site_that_is_not_known),
		cmocka_unit_test(json_repairs_bytes_that_are_no_utf8),
		cmocka_unit_test(carets_stand_under_characters_not_bytes),
		cmocka_unit_test(excerpt_of_a_very_long_line_is_cut_around_the_place),
		cmocka_unit_test(excerpt_of_a_line_that_is_not_there_is_nothing),
		cmocka_unit_test(lines_are_found_whatever_ends_them),
		cmocka_unit_test(paths_below_the_current_directory_are_relative),
		cmocka_unit_test(paths_lose_what_does_not_lead_anywhere),
		cmocka_unit_test(files_that_cannot_be_read_say_why),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
