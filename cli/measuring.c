#include "cli/measuring.h"

#include <stdlib.h>
#include <string.h>

#include "cli/compiling.h"
#include "cli/file.h"
#include "cli/measured.h"
#include "cli/message.h"
#include "cli/paths.h"
#include "cli/progress.h"

/* A job contains them in base64. */
enum { LARGEST_INPUT = 1 << 30 };

/* KERNEL:NAME, where KERNEL may contain colons as in `ns::kernel`; or only NAME. */
static void
split_name(struct verify_input *input, struct arena *arena)
{
	const char *colon = strrchr(input->text, ':');
	input->name = input->text;
	if (!colon || colon == input->text || colon[-1] == ':')
		return;
	input->kernel = arena_strndup(arena, input->text, (size_t)(colon - input->text));
	input->name = colon + 1;
}

/* Parses NAME=FILE of --input, after the inputs before it; false, after a message: it is not valid. The caller frees
 * *file in any case. */
static bool
read_input(const struct verify_input *inputs, struct verify_input *input, char **file, const char *text,
           const char *output, struct arena *arena)
{
	const char *error, *equals = strchr(text, '=');
	size_t size;
	if (!equals || equals == text) {
		message("--input: '%s' is not NAME=FILE", text);
		return false;
	}
	const char *path = equals + 1;
	input->text = arena_strndup(arena, text, (size_t)(equals - text));
	split_name(input, arena);
	for (const struct verify_input *other = inputs; other < input; other++)
		if (strcmp(other->text, input->text) == 0) {
			message("--input: %s is given twice", input->text);
			return false;
		}
	if (!paths_spare("--output", output, &path, 1))
		return false;
	if (!(*file = file_read(path, LARGEST_INPUT, &size, arena, &error)))
		message("%s", error);
	else if (!npy_parse(&input->array, (const uint8_t *)*file, size, arena, &error))
		message("%s: %s", path, error);
	else
		return true;
	return false;
}

static bool
read_inputs(struct measuring *measuring, const struct options *options)
{
	struct verify_options *verify = &measuring->verify;
	struct arena *arena = &measuring->arena;
	verify->inputs = arena_new_array(arena, struct verify_input, options->inputs.count);
	measuring->input_files = arena_new_array(arena, char *, options->inputs.count);
	for (size_t i = 0; i < options->inputs.count; i++) {
		verify->input_count++;
		if (!read_input(verify->inputs, &verify->inputs[i], &measuring->input_files[i],
		                options->inputs.items[i], options->output, arena))
			return false;
	}
	return true;
}

bool
measuring_begin(struct measuring *measuring, const struct options *options, const char *const *paths, size_t count)
{
	struct analysis *analysis = &measuring->analysis;
	*measuring = (struct measuring){.analysis.for_measuring = true};
	measuring->verify.runner = (struct runner){
		options->runner, {.wait = progress_wait, .patience = PROGRESS_PATIENCE, .hear = progress_hear}};
	measuring->verify.seconds = options->time_limit;
	measuring->verify.devices = options->devices;
	if (!read_inputs(measuring, options) || !analysis_parse(analysis, options, paths, count))
		return false;
	analysis_evaluate(analysis, options);
	analysis_judge(analysis, options);
	measuring->sources = compile_commands(analysis, &measuring->arena);
	return true;
}

/* A name that no buffer has is probably misspelt. */
void
measuring_check_inputs(struct measuring *measuring)
{
	const struct verify_options *verify = &measuring->verify;
	for (size_t i = 0; i < verify->input_count; i++) {
		const struct verify_input *input = &verify->inputs[i];
		if (!input->used)
			analysis_add_undone(&measuring->analysis, "--input %s: no launch has a buffer of that name",
			                    input->text);
		else if (input->array.size < input->largest_buffer)
			message("--input %s: the array has %zu bytes, and a buffer of that name has %llu; the rest "
			        "gets random data",
			        input->text, input->array.size, (unsigned long long)input->largest_buffer);
		if (input->fits && input->misfit)
			message("--input %s: not used for all buffers of that name: %s", input->text, input->misfit);
	}
}

enum exit_code
measuring_report(struct measuring *measuring, const struct options *options, bool measured)
{
	struct analysis *analysis = &measuring->analysis;
	const bool reported =
		analysis_report(analysis, options, options->format, measured ? measured_write : NULL, stdout);
	const struct measurement *measurement = analysis->facts.measurement;
	/* Without a GPU the request was not fulfilled, although the report contains the compiler's figures. */
	if (measured && reported && measurement->device)
		return analysis_verdict(analysis, options);
	if (measured && !measurement->device && strcmp(options->format->name, "text") != 0)
		message("nothing ran on a GPU: %s", measurement->reason);
	return EXIT_UNABLE;
}

void
measuring_free(struct measuring *measuring)
{
	analysis_free(&measuring->analysis);
	for (size_t i = 0; i < measuring->verify.input_count; i++)
		free(measuring->input_files[i]);
	arena_free(&measuring->arena);
}
