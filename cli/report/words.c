#include "cli/report/words.h"

#include <string.h>

void
words_add(struct words *words, struct arena *arena, const char *word)
{
	arena_push(arena, words->items, words->count, words->capacity, word);
}

bool
words_contain(const struct words *words, const char *word)
{
	for (size_t i = 0; i < words->count; i++)
		if (!strcmp(words->items[i], word))
			return true;
	return false;
}

static bool
is_blank(char byte)
{
	return byte == ' ' || byte == '\t' || byte == '\n';
}

/* Copies the word at *text to *out with a terminating 0, and moves both past it; false: a quote is not closed. */
static bool
copy_word(const char **text, char **out)
{
	const char *in = *text;
	char *to = *out, quote = '\0';
	for (; *in && (quote || !is_blank(*in)); in++) {
		if (quote == '\'' && *in != '\'')
			*to++ = *in;
		else if (quote ? *in == quote : *in == '\'' || *in == '"')
			quote = quote ? '\0' : *in;
		else if (*in == '\\' && in[1] && (!quote || strchr("\"\\$`", in[1])))
			*to++ = *++in;
		else
			*to++ = *in;
	}
	*to++ = '\0';
	*text = in;
	*out = to;
	return !quote;
}

const char *
words_split(struct words *words, struct arena *arena, const char *text)
{
	/* A word and its terminating 0 never need more than the word and the blank after it. */
	char *out = arena_alloc_raw(arena, strlen(text) + 1);
	for (;;) {
		while (is_blank(*text))
			text++;
		if (!*text)
			return NULL;
		words_add(words, arena, out);
		if (!copy_word(&text, &out))
			return "has an open quote";
	}
}

void
words_split_list(struct words *words, struct arena *arena, const char *text)
{
	while (*text) {
		const size_t length = strcspn(text, ",");
		if (length)
			words_add(words, arena, arena_strndup(arena, text, length));
		text += length + (text[length] == ',');
	}
}
