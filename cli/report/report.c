#include "cli/report/report.h"

#include <inttypes.h>
#include <string.h>

#include "cli/report/path.h"
#include "support/utf8.h"

/* A long list of places is cropped; JSON has all of them. */
enum { MOST_PLACES = 12 };

/* Limits: the first is longer than any path; the last is larger than any text that people write. */
enum { LONGEST_WORD = 4096, SHOWN_OF_WORD = 100, LONGEST_TEXT = 16384 };

const struct report_format report_formats[] = {
	{"text", "source lines with carets, numbers, reasons and advice", report_text},
	{"short", "a line per finding: file:line:column: severity: message [rule]", report_short},
	{"json", "everything, as docs/report.schema.json describes it", report_json},
	{0},
};

const struct report_format *
report_format_find(const char *name)
{
	for (const struct report_format *format = report_formats; format->name; format++)
		if (!strcmp(format->name, name))
			return format;
	return NULL;
}

const char *
report_path(const struct report *report, const char *path)
{
	const char *directory = report->directory;
	if (!path)
		return "";
	const size_t length = directory ? strlen(directory) : 0;
	path = path_clean(report->arena, path);
	if (length && !strncmp(path, directory, length) && path[length] == '/' && path[length + 1])
		return path + length + 1;
	return path;
}

const char *
severity_text(enum severity severity)
{
	static const char *const text[] = {
		[SEVERITY_NOTE] = "note",
		[SEVERITY_WARNING] = "warning",
		[SEVERITY_ERROR] = "error",
	};
	return text[severity];
}

enum severity
report_refused_severity(const struct refused_launch *refused)
{
	return refused->assumption ? SEVERITY_NOTE : SEVERITY_ERROR;
}

const char *
file_status_text(enum file_status status)
{
	static const char *const text[] = {
		[FILE_OK] = "ok",
		[FILE_PARTIAL] = "partial",
		[FILE_FAILED] = "failed",
	};
	return text[status];
}

const char *
launch_origin_text(enum launch_origin origin)
{
	static const char *const text[] = {
		[LAUNCH_SOURCE] = "source",
		[LAUNCH_OPTION] = "option",
		[LAUNCH_ASSUMED] = "assumed",
		[LAUNCH_MEASURED] = "measured",
	};
	return text[origin];
}

const char *
launch_shape_text(struct arena *arena, const struct launch *launch)
{
	const uint32_t *grid = launch->grid, *block = launch->block;
	return arena_printf(arena, "<<<(%u, %u, %u), (%u, %u, %u), %" PRIu64 ">>>", grid[0], grid[1], grid[2], block[0],
	                    block[1], block[2], launch->dynamic_shared);
}

const char *
finding_status_text(enum finding_status status)
{
	static const char *const text[] = {
		[FINDING_PREDICTED] = "predicted",
		[FINDING_CONFIRMED] = "confirmed",
		[FINDING_PARTLY_CONFIRMED] = "partly-confirmed",
		[FINDING_REFUTED] = "refuted",
		[FINDING_NOT_MEASURED] = "not-measured",
	};
	return text[status];
}

const char *
finding_confirmed_by(const struct finding *finding)
{
	if (finding->status != FINDING_CONFIRMED && finding->status != FINDING_PARTLY_CONFIRMED)
		return NULL;
	return finding->judged_in_time ? "time" : "counts";
}

const char *
agreement_text(enum agreement agreement)
{
	static const char *const text[] = {
		[AGREEMENT_OPEN] = "open",      [AGREEMENT_FULL] = "full",
		[AGREEMENT_COST] = "cost-only", [AGREEMENT_BOUNDS] = "within-bounds",
		[AGREEMENT_NONE] = "none",
	};
	return text[agreement];
}

const struct figures *
report_predicted(const struct site *site)
{
	return site->confidence == CONFIDENCE_UNKNOWN ? &no_figures : &site->predicted;
}

static bool
same_file(const struct place *a, const struct place *b)
{
	return !strcmp(a->file ? a->file : "", b->file ? b->file : "");
}

static bool
same_line(const struct place *a, const struct place *b)
{
	return a->line == b->line && same_file(a, b);
}

static bool
is_reported(const struct related *related, size_t index, const struct place *of)
{
	for (size_t i = 0; i < index; i++)
		if (same_line(&related[i].place, &related[index].place))
			return true;
	return same_line(&related[index].place, of);
}

bool
report_places(FILE *out, const struct report *report, const char *introduction, const struct related *related,
              size_t count, const struct place *of)
{
	size_t left = 0;
	for (size_t i = 0; i < count; i++)
		left += !is_reported(related, i, of);
	const char *before = left > 1 ? "lines " : "line ";
	size_t reported = 0;
	for (size_t i = 0; i < count && reported < MOST_PLACES; i++) {
		const struct place *place = &related[i].place;
		if (is_reported(related, i, of))
			continue;
		reported++;
		fputs(introduction, out);
		introduction = ", ";
		if (same_file(place, of)) {
			fputs(before, out);
			before = "";
		} else {
			report_puts(out, report_path(report, place->file));
			putc(':', out);
		}
		fprintf(out, "%" PRIu32, place->line);
	}
	if (left > reported)
		fprintf(out, " and %zu more", left - reported);
	return left > 0;
}

const char *
report_instance(const struct report *report, const struct kernel *kernel)
{
	const char *name = kernel->name;
	for (size_t i = 0; i < kernel->template_arg_count; i++)
		name = arena_printf(report->arena, "%s%s%s", name, i ? ", " : "<", kernel->written_template_args[i]);
	return kernel->template_arg_count ? arena_printf(report->arena, "%s>", name) : name;
}

const struct kernel *
report_first_of_source(const struct report *report, const struct kernel *kernel)
{
	const struct kernel *first = report->facts->kernels;
	while (!facts_same_place(&first->place, &kernel->place))
		first++;
	return first;
}

/* Adds the kernel's launches to those at the same places. */
static size_t
add_left_out(struct passed_over *sum, size_t count, const struct kernel *kernel)
{
	for (size_t i = 0; i < kernel->left_out_count; i++) {
		size_t at = 0;
		while (at < count && !facts_same_place(&sum[at].place, &kernel->left_out[i].place))
			at++;
		if (at == count) {
			sum[count++] = kernel->left_out[i];
			continue;
		}
		sum[at].count += kernel->left_out[i].count;
		sum[at].estimated |= kernel->left_out[i].estimated;
	}
	return count;
}

const struct passed_over *
report_left_out(const struct report *report, const struct kernel *kernel, const char **text)
{
	const struct facts *facts = report->facts;
	size_t most = 0, count = 0, looked_at = 0;
	for (size_t i = 0; i < facts->kernel_count; i++)
		most += facts_same_place(&facts->kernels[i].place, &kernel->place) ? facts->kernels[i].left_out_count
		                                                                   : 0;
	if (!most || kernel->is_library || report_first_of_source(report, kernel) != kernel)
		return NULL;
	struct passed_over *sum = arena_new_array(report->arena, struct passed_over, most);
	for (size_t i = 0; i < facts->kernel_count; i++) {
		if (!facts_same_place(&facts->kernels[i].place, &kernel->place))
			continue;
		count = add_left_out(sum, count, &facts->kernels[i]);
		looked_at += facts->kernels[i].launch_count;
	}
	unsigned long long all = 0;
	bool estimated = false;
	const char *places = "";
	for (size_t i = 0; i < count; i++) {
		all += sum[i].count;
		estimated |= sum[i].estimated;
		if (i && i <= MOST_PLACES)
			places = arena_printf(report->arena, "%s, %llu at %s:%" PRIu32, places,
			                      (unsigned long long)sum[i].count, report_path(report, sum[i].place.file),
			                      sum[i].place.line);
	}
	const char *here =
		count > 1 ? arena_printf(report->arena, ": %llu here", (unsigned long long)sum[0].count) : "";
	*text = arena_printf(report->arena,
	                     "%s%llu more launch%s of '%s' with other arguments %s not evaluated, beside the %zu that "
	                     "were%s%s%s",
	                     estimated ? "about " : "", all, all == 1 ? "" : "es", kernel->name,
	                     all == 1 ? "was" : "were", looked_at, here, places,
	                     count > MOST_PLACES + 1 ? " and more elsewhere" : "");
	return sum;
}

const struct site *
report_site_of(const struct finding *finding)
{
	const struct launch *launch = finding->launch;
	if (!launch || !finding->site || !*finding->site)
		return NULL;
	for (size_t i = 0; i < launch->site_count; i++)
		if (!strcmp(launch->sites[i].id, finding->site))
			return &launch->sites[i];
	return NULL;
}

static bool
has_note(const struct report_note *notes, size_t count, const struct place *place)
{
	for (size_t i = 0; i < count; i++)
		if (facts_same_place(&notes[i].place, place))
			return true;
	return false;
}

const struct report_note *
report_cut_short(const struct report *report, size_t *count)
{
	const struct facts *facts = report->facts;
	size_t most = facts->cut_loop_count;
	for (size_t i = 0; i < facts->kernel_count; i++)
		most += facts->kernels[i].launch_count;
	struct report_note *notes = arena_new_array(report->arena, struct report_note, most);
	*count = 0;
	for (size_t i = 0; i < facts->kernel_count; i++) {
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++) {
			const struct place *loop = &facts->kernels[i].launches[k].caveats.cut_loop;
			if (loop->line && !has_note(notes, *count, loop))
				notes[(*count)++] = (struct report_note){
					*loop, "the evaluation stopped before the end of this loop: its requests are "
					       "counted up to that point"};
		}
	}
	for (size_t i = 0; i < facts->cut_loop_count; i++)
		notes[(*count)++] = (struct report_note){facts->cut_loops[i],
		                                         "the evaluation skipped iterations of this host loop: "
		                                         "launches that only these make were not evaluated"};
	return notes;
}

const char *
report_dormant_text(const struct report *report, const struct dormant_template *dormant)
{
	return arena_printf(report->arena,
	                    "kernel template '%s' was not analysed: no code in these files "
	                    "instantiates it",
	                    dormant->name);
}

static bool
lacks_headers(const struct source_file *file)
{
	for (size_t i = 0; i < file->problem_count; i++)
		if (file->problems[i].is_missing_header)
			return true;
	return false;
}

/* Whether an earlier place reports the same missing header. */
static bool
is_repeated(const struct report *report, const struct file_problem *missing)
{
	for (const struct source_file *file = report->facts->files;; file++)
		for (size_t i = 0; i < file->problem_count; i++) {
			const struct file_problem *problem = &file->problems[i];
			if (problem == missing)
				return false;
			if (problem->is_missing_header && problem->place.line &&
			    !strcmp(problem->message, missing->message))
				return true;
		}
}

bool
report_shows_problem(const struct report *report, const struct source_file *file, const struct file_problem *problem)
{
	if (!problem->place.line)
		return false;
	return problem->is_missing_header ? !is_repeated(report, problem)
	                                  : problem->severity != SEVERITY_ERROR || !lacks_headers(file);
}

const char *
report_problem_text(const struct report *report, const struct file_problem *problem)
{
	const struct facts *facts = report->facts;
	size_t places = 0;
	for (size_t i = 0; i < facts->file_count && problem->is_missing_header; i++)
		for (size_t k = 0; k < facts->files[i].problem_count; k++) {
			const struct file_problem *other = &facts->files[i].problems[k];
			places += other->is_missing_header && other->place.line &&
			          !strcmp(other->message, problem->message);
		}
	return places > 1 ? arena_printf(report->arena, "%s (included at %zu places)", problem->message, places)
	                  : problem->message;
}

size_t
report_unlisted_problems(const struct source_file *file)
{
	size_t unlisted = 0;
	for (size_t i = 0; i < file->problem_count && lacks_headers(file); i++)
		unlisted += file->problems[i].place.line && file->problems[i].severity == SEVERITY_ERROR &&
		            !file->problems[i].is_missing_header;
	return unlisted;
}

/* Adds a name to a list of limited length. */
static const char *
add_name(const struct report *report, const char *names, const char *name, size_t count)
{
	enum { MOST_NAMES = 5 };
	if (count > MOST_NAMES)
		return count == MOST_NAMES + 1 ? arena_printf(report->arena, "%s, …", names) : names;
	return arena_printf(report->arena, "%s%s'%s'", names, *names ? ", " : "", name);
}

/* "'a', 'b'" */
static const char *
names_of(const struct report *report, const struct named_call *calls, size_t count)
{
	const char *names = "";
	for (size_t i = 0; i < count; i++)
		names = add_name(report, names, calls[i].name, i + 1);
	return names;
}

size_t
report_undefined(const struct report *report, struct report_note lines[REPORT_UNDEFINED])
{
	const struct facts *facts = report->facts;
	const char *calls = names_of(report, facts->unseen_calls, facts->unseen_call_count);
	const char *kernels = names_of(report, facts->undefined_kernels, facts->undefined_kernel_count);
	const char *call_text = facts->unseen_call_count == 1
	                                ? "%s is called, but no file given defines it: its launches and copies are "
	                                  "not seen; give its file as well"
	                                : "%s are called, but no file given defines them: their launches and copies "
	                                  "are not seen; give their files as well";
	const char *kernel_text = facts->undefined_kernel_count == 1
	                                  ? "kernel %s is launched, but no file given defines it: its launches "
	                                    "are not analysed; give its file as well"
	                                  : "kernels %s are launched, but no file given defines them: their "
	                                    "launches are not analysed; give their files as well";
	size_t count = 0;
	if (*calls)
		lines[count++] =
			(struct report_note){facts->unseen_calls->place, arena_printf(report->arena, call_text, calls)};
	if (*kernels)
		lines[count++] = (struct report_note){facts->undefined_kernels->place,
		                                      arena_printf(report->arena, kernel_text, kernels)};
	return count;
}

/* Kernels of which something was not evaluated: the first one, and their names. */
struct unseen_kernels {
	const struct kernel *first;
	const char *names;
	size_t count;
};

static void
add_kernel(const struct report *report, struct unseen_kernels *kernels, const struct kernel *kernel, const char *name)
{
	kernels->first = kernels->first ? kernels->first : kernel;
	kernels->names = add_name(report, kernels->names, name, ++kernels->count);
}

static bool
has_errors(const struct facts *facts)
{
	for (size_t i = 0; i < facts->file_count; i++)
		for (size_t k = 0; k < facts->files[i].problem_count; k++)
			if (facts->files[i].problems[k].severity == SEVERITY_ERROR)
				return true;
	return false;
}

static const char name_its_file[] = "give the file that launches it as well, or a launch:";

/* The launch itself may be in code that the compiler rejects. */
static const char *
advice_of(const struct facts *facts, const char *otherwise)
{
	return has_errors(facts) ? "correct the errors above, or give a launch:" : otherwise;
}

static struct report_unseen
unseen_of(const struct report *report, const struct unseen_kernels *kernels, const char *one, const char *several)
{
	if (!kernels->count)
		return (struct report_unseen){0};
	return (struct report_unseen){
		.place = kernels->first->place,
		.text = arena_printf(report->arena, "%zu kernel%s %s: %s", kernels->count,
	                             kernels->count == 1 ? "" : "s", kernels->count == 1 ? one : several,
	                             kernels->names),
		.advice = advice_of(report->facts, name_its_file),
		.launch = arena_printf(report->arena, "%s<<<grid, block>>>(arguments)",
	                               report_instance(report, kernels->first)),
	};
}

struct report_unseen
report_unlaunched(const struct report *report)
{
	const struct facts *facts = report->facts;
	struct unseen_kernels kernels = {.names = ""};
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		if (!kernel->launch_count && !kernel->refused_count && !kernel->is_library)
			add_kernel(report, &kernels, kernel, report_instance(report, kernel));
	}
	return unseen_of(report, &kernels, "was not analysed, as no evaluated code launches it",
	                 "were not analysed, as no evaluated code launches them");
}

/* How a kernel, or another instance of its template, is launched, as far as is known. */
enum launched { LAUNCHED, PASSED_BY, NOWHERE };

/* An assumed launch without a launch in the source is at the kernel's place. */
static enum launched
how_launched(const struct report *report, const struct kernel *kernel)
{
	const struct facts *facts = report->facts;
	size_t assumed = 0, elsewhere = 0;
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *other = &facts->kernels[i];
		if (!facts_same_place(&other->place, &kernel->place))
			continue;
		for (size_t k = 0; k < other->launch_count; k++) {
			if (other->launches[k].origin != LAUNCH_ASSUMED)
				return LAUNCHED;
			elsewhere += !facts_same_place(&other->launches[k].place, &kernel->place);
		}
		if (other->refused_count)
			return LAUNCHED;
		assumed += other->launch_count;
	}
	return !assumed ? LAUNCHED : elsewhere ? PASSED_BY : NOWHERE;
}

static struct unseen_kernels
kernels_launched(const struct report *report, enum launched how)
{
	const struct facts *facts = report->facts;
	struct unseen_kernels kernels = {.names = ""};
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		if (!kernel->is_library && report_first_of_source(report, kernel) == kernel &&
		    how_launched(report, kernel) == how)
			add_kernel(report, &kernels, kernel, kernel->name);
	}
	return kernels;
}

struct report_unseen
report_passed_by(const struct report *report)
{
	const struct unseen_kernels kernels = kernels_launched(report, PASSED_BY);
	struct report_unseen unseen =
		unseen_of(report, &kernels, "has assumed launches only, as no evaluated code reaches its launch",
	                  "have assumed launches only, as no evaluated code reaches their launches");
	unseen.advice = advice_of(report->facts, report->facts->needs_arguments
	                                                 ? "give main its arguments with --argv, or give a launch:"
	                                                 : "give a launch:");
	return unseen;
}

struct report_unseen
report_assumed(const struct report *report)
{
	const struct unseen_kernels kernels = kernels_launched(report, NOWHERE);
	return unseen_of(report, &kernels, "has assumed launches only, as no evaluated code launches it",
	                 "have assumed launches only, as no evaluated code launches them");
}

struct report_unseen
report_dormant(const struct report *report)
{
	const struct facts *facts = report->facts;
	struct report_unseen unseen = {0};
	const char *names = "";
	for (size_t i = 0; i < facts->dormant_template_count; i++)
		names = add_name(report, names, facts->dormant_templates[i].name, i + 1);
	if (facts->dormant_template_count) {
		const struct dormant_template *first = &facts->dormant_templates[0];
		unseen.place = first->place;
		unseen.advice = name_its_file;
		unseen.launch =
			arena_printf(report->arena, "%s<%s><<<grid, block>>>(arguments)", first->name, first->params);
		unseen.text = arena_printf(
			report->arena, "%zu kernel template%s not analysed, without an instance in these files: %s",
			facts->dormant_template_count, facts->dormant_template_count == 1 ? " was" : "s were", names);
	}
	return unseen;
}

/* Characters of two or more bytes in UTF-8 that must not reach a terminal. */
static const struct {
	const char *first, *last; /* both included */
} unprintable[] = {
	{"\xc2\x80", "\xc2\x9f"}, /* 8-bit control characters: some terminals interpret U+009B like "ESC [" */
	/* these and the next change the writing direction, so that text would be shown in another order */
	{"\xd8\x9c", "\xd8\x9c"},
	{"\xe2\x80\x8e", "\xe2\x80\x8f"},
	{"\xe2\x80\xa8", "\xe2\x80\xae"}, /* and line and paragraph separators */
	{"\xe2\x81\xa6", "\xe2\x81\xa9"},
};

/* Whether a character may be written to a terminal. Control characters and invalid bytes may not: some terminals
 * interpret a single 0x9b like "ESC [". size: of the character; 0: it is invalid. */
static bool
is_printable(const char *text, size_t size)
{
	const unsigned char first = (unsigned char)text[0];
	if (size <= 1)
		return size && (first >= ' ' || first == '\t') && first != 0x7f;
	for (size_t i = 0; i < sizeof unprintable / sizeof *unprintable; i++)
		if (strlen(unprintable[i].first) == size && memcmp(text, unprintable[i].first, size) >= 0 &&
		    memcmp(text, unprintable[i].last, size) <= 0)
			return false;
	return true;
}

void
report_write(FILE *out, const char *text, size_t length)
{
	for (size_t i = 0, size; i < length; i += size ? size : 1) {
		size = utf8_length(text + i, length - i);
		if (is_printable(text + i, size))
			fwrite(text + i, 1, size, out);
		else
			putc('?', out);
	}
}

/* The length of the visible part of a word. */
static size_t
shown_length(const char *word, size_t length)
{
	size_t shown = length > LONGEST_WORD ? SHOWN_OF_WORD : length;
	while (shown && shown < length && utf8_continues(word[shown]))
		shown--;
	return shown;
}

void
report_word(FILE *out, const char *word, size_t length)
{
	const size_t shown = shown_length(word, length);
	report_write(out, word, shown);
	if (shown < length)
		fputs("…", out);
}

void
report_puts(FILE *out, const char *text)
{
	size_t written = 0;
	for (const char *at = text ? text : ""; *at;) {
		const size_t length = strcspn(at, " ");
		written += shown_length(at, length) + 1;
		if (written > LONGEST_TEXT) {
			fputs("…", out);
			break;
		}
		report_word(out, at, length);
		at += length;
		if (*at)
			putc(*at++, out);
	}
}
