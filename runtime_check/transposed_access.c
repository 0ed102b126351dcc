#include "runtime_check/transposed_access.h"

#include <stdlib.h>
#include <string.h>

#include "runtime_check/second_header.h"
#include "support/lexer.h"

/* ---- texts and their tokens -------------------------------------------------------------------------------------- */

struct reading {
	const char *text;
	struct token *tokens;
	size_t count; /* without the last one, TOKEN_END */
	struct arena *arena;
};

/* Tokens [begin, end). */
struct span {
	size_t begin, end;
};

static struct reading
read_text(const char *text, struct arena *arena)
{
	struct reading reading = {.text = text, .tokens = lexer_read(text, strlen(text)), .arena = arena};
	while (reading.tokens[reading.count].kind != TOKEN_END)
		reading.count++;
	return reading;
}

static bool
is_at(const struct reading *reading, size_t token, const char *spelling)
{
	return token < reading->count && token_is(reading->text, &reading->tokens[token], spelling);
}

static bool
is_any(const struct reading *reading, size_t token, const char *characters)
{
	const struct token *at = &reading->tokens[token];
	return at->kind == TOKEN_PUNCTUATION && at->end - at->begin == 1 &&
	       strchr(characters, reading->text[at->begin]);
}

static const char *
text_of(const struct reading *reading, struct span span)
{
	if (span.begin >= span.end)
		return "";
	const size_t begin = reading->tokens[span.begin].begin;
	return arena_strndup(reading->arena, reading->text + begin, reading->tokens[span.end - 1].end - begin);
}

/* The token after the bracket that closes the one at `token`; reading->count if none does. */
static size_t
behind_group(const struct reading *reading, size_t token)
{
	size_t depth = 0;
	for (size_t at = token; at < reading->count; at++) {
		if (is_any(reading, at, "([{"))
			depth++;
		else if (is_any(reading, at, ")]}") && --depth == 0)
			return at + 1;
	}
	return reading->count;
}

static size_t
next(const struct reading *reading, size_t token)
{
	return is_any(reading, token, "([{") ? behind_group(reading, token) : token + 1;
}

/* ---- the text around an address ---------------------------------------------------------------------------------- */

/* The text of an access around its address: "(*" and ")", or "__ldg(" and ")". */
struct wrapping {
	const char *before, *address, *behind;
	const char *element; /* the expression whose address it is; "" if the text does not contain it */
};

/* A load intrinsic's only argument is its address. */
static struct wrapping
unwrap(const char *expression, struct arena *arena)
{
	struct reading reading = read_text(expression, arena);
	struct wrapping wrapping = {"(*", arena_printf(arena, "&(%s)", expression), ")", expression};
	const bool is_intrinsic = reading.count > 3 && strncmp(expression + reading.tokens[0].begin, "__ld", 4) == 0 &&
	                          is_at(&reading, 1, "(") && behind_group(&reading, 1) == reading.count;
	if (is_intrinsic)
		wrapping = (struct wrapping){
			text_of(&reading, (struct span){0, 2}), text_of(&reading, (struct span){2, reading.count - 1}),
			")", is_at(&reading, 2, "&") ? text_of(&reading, (struct span){3, reading.count - 1}) : ""};
	free(reading.tokens);
	return wrapping;
}

static const char *
wrapped(const struct wrapping *wrapping, const char *address, struct arena *arena)
{
	return arena_printf(arena, "%s%s%s", wrapping->before, address, wrapping->behind);
}

const char *
shifted_access(const char *expression, int64_t bytes, struct arena *arena)
{
	const struct wrapping wrapping = unwrap(expression, arena);
	return wrapped(&wrapping,
	               arena_printf(arena, "::gpulint::shifted<%lld>(%s)", (long long)bytes, wrapping.address), arena);
}

/* ---- sums of products -------------------------------------------------------------------------------------------- */

enum { MOST_TERMS = 16, MOST_FACTORS = 8 };

struct term {
	bool is_negative;
	struct span all;
	struct span factors[MOST_FACTORS];
	size_t factor_count; /* 0: it is not a product */
};

struct sum {
	struct term terms[MOST_TERMS];
	size_t count;
};

/* Whether an operator has lower precedence than +. */
static bool
is_loose(const struct reading *reading, size_t token)
{
	return is_any(reading, token, "<>=?:&|^!,~;");
}

static bool
read_term(const struct reading *reading, struct span span, bool is_negative, struct term *term)
{
	*term = (struct term){.is_negative = is_negative, .all = span};
	size_t begin = span.begin, count = 0;
	bool is_product = span.begin < span.end;
	for (size_t at = span.begin; at < span.end && is_product; at = next(reading, at)) {
		is_product = !is_any(reading, at, "/%") && count < MOST_FACTORS - 1;
		if (!is_any(reading, at, "*"))
			continue;
		is_product &= at > begin;
		term->factors[count++] = (struct span){begin, at};
		begin = at + 1;
	}
	is_product &= count > 0 && begin < span.end;
	if (is_product)
		term->factors[count++] = (struct span){begin, span.end};
	term->factor_count = is_product ? count : 0;
	return span.begin < span.end;
}

/* False: it is not a sum, or it has too many terms. */
static bool
read_sum(const struct reading *reading, struct span span, struct sum *sum)
{
	while (span.begin < span.end && is_at(reading, span.begin, "(") &&
	       behind_group(reading, span.begin) == span.end)
		span = (struct span){span.begin + 1, span.end - 1};
	sum->count = 0;
	size_t begin = span.begin;
	bool is_negative = false;
	for (size_t at = span.begin; at <= span.end; at = at < span.end ? next(reading, at) : at + 1) {
		const bool ends = at == span.end || is_any(reading, at, "+-");
		if (at < span.end && is_loose(reading, at))
			return false;
		if (!ends)
			continue;
		if (sum->count == MOST_TERMS ||
		    !read_term(reading, (struct span){begin, at}, is_negative, &sum->terms[sum->count++]))
			return false;
		is_negative = at < span.end && is_any(reading, at, "-");
		begin = at + 1;
	}
	return sum->count > 0;
}

static const char *
joined(const char *sum, bool is_negative, const char *term, struct arena *arena)
{
	if (!*sum)
		return arena_printf(arena, "%s%s", is_negative ? "-" : "", term);
	return arena_printf(arena, "%s %s %s", sum, is_negative ? "-" : "+", term);
}

/* The term without the factor; NULL: it does not have the factor. */
static const char *
divided(const struct reading *reading, const struct term *term, const char *factor)
{
	const char *rest = "";
	bool found = false;
	for (size_t i = 0; i < term->factor_count; i++) {
		const char *text = text_of(reading, term->factors[i]);
		if (!found && strcmp(text, factor) == 0)
			found = true;
		else
			rest = *rest ? arena_printf(reading->arena, "%s * %s", rest, text) : text;
	}
	return found ? rest : NULL;
}

/* ---- rewritten texts --------------------------------------------------------------------------------------------- */

struct forms {
	struct arena *arena;
	const struct transposed_site *site;
	struct wrapping wrapping;
	const char *arguments; /* of the header's templates */
	struct transposed_form *items;
	size_t count, capacity;
};

static void
add_guess(struct forms *forms, const char *address)
{
	const char *audit = arena_printf(forms->arena, "::gpulint::audited<%s>(::" SECOND_OBJECT "%u, %s, %s)",
	                                 forms->arguments, forms->site->object, address, forms->wrapping.address);
	const struct transposed_form form = {.text = wrapped(&forms->wrapping, address, forms->arena),
	                                     .audit = wrapped(&forms->wrapping, audit, forms->arena)};
	arena_push(forms->arena, forms->items, forms->count, forms->capacity, form);
}

/* a[q * f + r] becomes a[(q & ~31) * f + (q & 31) + r * 32], if f is the step and a tile has 32 steps. */
static const char *
transposed_index(const struct forms *forms, const char *quotient, const char *factor, const char *rest)
{
	const unsigned tile = forms->site->tile;
	const char *index = arena_printf(forms->arena, "((%s) & ~%u) * (%s) + ((%s) & %u)", quotient, tile - 1, factor,
	                                 quotient, tile - 1);
	return *rest ? arena_printf(forms->arena, "%s + (%s) * %u", index, rest, tile) : index;
}

static void
guess_factor(struct forms *forms, const struct reading *reading, const struct sum *sum, const char *array,
             const char *factor)
{
	const char *quotient = "", *rest = "";
	for (size_t i = 0; i < sum->count; i++) {
		const struct term *term = &sum->terms[i];
		const char *part = divided(reading, term, factor);
		if (part)
			quotient = joined(quotient, term->is_negative, part, forms->arena);
		else
			rest = joined(rest, term->is_negative, text_of(reading, term->all), forms->arena);
	}
	add_guess(forms,
	          arena_printf(forms->arena, "&(%s)[%s]", array, transposed_index(forms, quotient, factor, rest)));
}

static bool
is_number(const char *factor, unsigned long long *number)
{
	char *end;
	*number = strtoull(factor, &end, 0);
	return end != factor;
}

/* The factor that equals the step in elements; NULL: there is none. */
static const char *
written_step(const struct forms *forms, const struct reading *reading, const struct sum *sum)
{
	unsigned long long number;
	for (size_t i = 0; i < sum->count; i++) {
		for (size_t k = 0; k < sum->terms[i].factor_count; k++) {
			const char *factor = text_of(reading, sum->terms[i].factors[k]);
			if (is_number(factor, &number) && number == forms->site->step / forms->site->width)
				return factor;
		}
	}
	return NULL;
}

/* Without such a number, tries each factor of the first product that has a non-numeric factor. The last factor comes
 * first, because row lengths are mostly written last. */
static void
guess_factors(struct forms *forms, const struct reading *reading, struct span index, const char *array)
{
	enum { MOST_GUESSES = 3 };
	struct sum sum;
	if (!read_sum(reading, index, &sum))
		return;
	const char *step = written_step(forms, reading, &sum);
	if (step)
		guess_factor(forms, reading, &sum, array, step);
	for (size_t i = 0; i < sum.count && forms->count == 0; i++) {
		for (size_t k = sum.terms[i].factor_count; k-- > 0 && forms->count < MOST_GUESSES;) {
			unsigned long long number;
			const char *factor = text_of(reading, sum.terms[i].factors[k]);
			if (!is_number(factor, &number))
				guess_factor(forms, reading, &sum, array, factor);
		}
	}
}

static void
guess_rows(struct forms *forms, const char *array, const char *row, const char *column)
{
	const char *length = arena_printf(forms->arena, "sizeof (%s)[0] / sizeof (%s)[0][0]", array, array);
	add_guess(forms, arena_printf(forms->arena, "&(&(%s)[0][0])[%s]", array,
	                              transposed_index(forms, row, length, column)));
}

static void
guess_member(struct forms *forms, const char *array, const char *index)
{
	const unsigned tile = forms->site->tile;
	add_guess(forms,
	          arena_printf(forms->arena, "::gpulint::member<%u>(&(%s)[(%s) & ~%u], &(%s)[%s], %s, (%s) & %u)", tile,
	                       array, index, tile - 1, array, index, forms->wrapping.address, index, tile - 1));
}

/* Names that look like a call, but are pure: repeating them has no side effects and gives equal results. */
static bool
is_pure(const struct reading *reading, size_t name)
{
	static const char *const pure[] = {
		"sizeof",
		"alignof",
		"decltype",
		"int",
		"unsigned",
		"long",
		"short",
		"char",
		"bool",
		"float",
		"double",
		"size_t",
		"int32_t",
		"uint32_t",
		"int64_t",
		"uint64_t",
		"min",
		"max",
		"umin",
		"umax",
		"abs",
		"fminf",
		"fmaxf",
		"fmin",
		"fmax",
		"floor",
		"floorf",
		"ceil",
		"ceilf",
		"__mul24",
		"__umul24",
		"__mulhi",
		"__umulhi",
		"__popc",
		"__popcll",
		"__clz",
		"__clzll",
		"__ffs",
		"__ffsll",
		"__brev",
		"__ldg",
		"__float2int_rd",
		"__float2int_rn",
		"__float2int_ru",
		"__float2int_rz",
	};
	for (size_t i = 0; i < sizeof pure / sizeof *pure; i++)
		if (is_at(reading, name, pure[i]))
			return true;
	return false;
}

/* The token before the template arguments that end at `token`, which is the template's name; otherwise `token`. */
static size_t
name_of_template(const struct reading *reading, size_t token)
{
	size_t depth = 0;
	for (size_t at = token; is_at(reading, token, ">") && at > 0; at--) {
		depth += is_at(reading, at, ">");
		if (is_at(reading, at, "<") && --depth == 0)
			return at - 1;
	}
	return token;
}

/* Whether the parentheses that close at `token` contain a type, as in (int)(x). */
static bool
is_cast(const struct reading *reading, size_t token)
{
	size_t at = token;
	while (at > 0 && reading->tokens[at - 1].kind == TOKEN_NAME && is_pure(reading, at - 1))
		at--;
	return is_at(reading, token, ")") && at < token && at > 0 && is_at(reading, at - 1, "(");
}

/* Whether the parenthesis at `token` begins the arguments of a call, by name or through an expression. */
static bool
is_call(const struct reading *reading, size_t token)
{
	if (token == 0 || !is_at(reading, token, "("))
		return false;
	if (is_any(reading, token - 1, ")]}"))
		return !is_cast(reading, token - 1);
	const size_t name = name_of_template(reading, token - 1);
	static const char *const casts[] = {"static_cast", "reinterpret_cast", "const_cast"};
	for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
		if (is_at(reading, name, casts[i]))
			return false;
	return reading->tokens[name].kind == TOKEN_NAME && !is_pure(reading, name);
}

/* Whether the text has no side effects, as far as its tokens show. Then it can be evaluated twice, or not at all. */
static bool
has_no_effects(const struct reading *reading)
{
	for (size_t i = 0; i < reading->count; i++)
		if (is_at(reading, i, "=") || is_call(reading, i) ||
		    (is_any(reading, i, "+-") && i + 1 < reading->count && is_any(reading, i + 1, "+-")))
			return false;
	return true;
}

/* a[...], a[...][...] or a[...].b, where a is any expression. */
static void
add_guesses(struct forms *forms)
{
	struct reading reading = read_text(forms->wrapping.element, forms->arena);
	size_t open = 0;
	while (open < reading.count && !is_at(&reading, open, "["))
		open = next(&reading, open);
	const size_t behind = open < reading.count ? behind_group(&reading, open) : 0;
	const bool is_whole =
		open > 0 && open < reading.count && has_no_effects(&reading) && !is_any(&reading, 0, "*&");
	const char *array = text_of(&reading, (struct span){0, open});
	const struct span index = {open + 1, behind ? behind - 1 : 0};
	if (is_whole && behind == reading.count)
		guess_factors(forms, &reading, index, array);
	else if (is_whole && is_at(&reading, behind, "[") && behind_group(&reading, behind) == reading.count)
		guess_rows(forms, array, text_of(&reading, index),
		           text_of(&reading, (struct span){behind + 1, reading.count - 1}));
	else if (is_whole && is_at(&reading, behind, "."))
		guess_member(forms, array, text_of(&reading, index));
	free(reading.tokens);
}

struct transposed_form *
transposed_forms(const struct transposed_site *site, size_t *count, struct arena *arena)
{
	const uint64_t tile = site->tile * site->step;
	struct forms forms = {.arena = arena, .site = site, .wrapping = unwrap(site->expression, arena)};
	forms.arguments = arena_printf(arena, "%lluull, %u, %lluull", (unsigned long long)site->step, site->tile,
	                               (unsigned long long)(site->object_bytes / tile * tile));
	add_guesses(&forms);
	const char *address = arena_printf(arena, "::gpulint::transposed<%s>(::" SECOND_OBJECT "%u, %s)",
	                                   forms.arguments, site->object, forms.wrapping.address);
	const struct transposed_form form = {.text = wrapped(&forms.wrapping, address, arena), .is_computed = true};
	arena_push(arena, forms.items, forms.count, forms.capacity, form);
	*count = forms.count;
	return forms.items;
}
