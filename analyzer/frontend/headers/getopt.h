/* getopt, getopt_long and getopt_long_only as in glibc, evaluated like the program's own code: the options' effects
 * are known if the arguments are. POSIXLY_CORRECT is assumed to be unset. */
#ifndef _GETOPT_H
#define _GETOPT_H
#pragma GCC system_header
#include <stddef.h>
#include <string.h>
#include <gpulint/primitives.h>
#define no_argument 0
#define required_argument 1
#define optional_argument 2
extern "C" {
struct option { const char *name; int has_arg, *flag, val; };
inline char *optarg = 0;
inline int optind = 1, opterr = 1, optopt = '?';

/* The state of a scan. Operands are moved to after the options that follow them. The operands passed so far are words
 * [first_operand, after_operands); options follow them up to optind. The next call exchanges the two. */
struct __gl_option_scan {
	bool begun;
	const char *letters;            /* unread rest of a word of short options; 0 or empty: none */
	int first_operand, after_operands;
};
inline struct __gl_option_scan __gl_scan;

struct __gl_option_list {
	const char *letters;            /* after the prefix */
	const struct option *names;     /* 0: short options only */
	bool only;                      /* whether it is getopt_long_only */
	bool in_order, stops;           /* prefix "-": operands are options of code 1; prefix "+": the first operand ends the scan */
};

inline bool __gl_is_operand(const char *word) { return word[0] != '-' || !word[1]; }

inline void __gl_exchange_operands(char **words)
{
	struct __gl_option_scan *scan = &__gl_scan;
	for (; scan->after_operands < optind; scan->after_operands++, scan->first_operand++) {
		char *moved = words[scan->after_operands];
		for (int i = scan->after_operands; i > scan->first_operand; i--)
			words[i] = words[i - 1];
		words[scan->first_operand] = moved;
	}
}

/* Advances to the next option, or to the operand that is returned or ends the scan; false: there is none. */
inline bool __gl_find_option(int count, char **words, const struct __gl_option_list *list)
{
	struct __gl_option_scan *scan = &__gl_scan;
	if (scan->after_operands > optind)
		scan->after_operands = optind;
	if (scan->first_operand > optind)
		scan->first_operand = optind;
	if (!list->in_order && !list->stops) {
		if (scan->first_operand == scan->after_operands)
			scan->first_operand = scan->after_operands = optind;
		__gl_exchange_operands(words);
		while (optind < count && __gl_is_operand(words[optind]))
			optind++;
		scan->after_operands = optind;
	}
	if (optind < count && !strcmp(words[optind], "--")) {
		optind++;
		if (scan->first_operand == scan->after_operands)
			scan->first_operand = scan->after_operands = optind;
		__gl_exchange_operands(words);
		scan->after_operands = optind = count;
	}
	if (optind >= count) {
		if (scan->first_operand != scan->after_operands)
			optind = scan->first_operand;
		return false;
	}
	return true;
}

/* The index of the entry of that name, or of the only entry that the name abbreviates; -1: none, -2: several. */
inline int __gl_find_long_option(const char *name, size_t length, const struct __gl_option_list *list)
{
	int found = -1;
	for (int i = 0; list->names[i].name; i++) {
		const struct option *o = &list->names[i];
		if (strncmp(o->name, name, length))
			continue;
		if (!o->name[length])
			return i;
		if (found == -1)
			found = i;
		else if (found >= 0) {
			const struct option *other = &list->names[found];
			if (list->only || o->has_arg != other->has_arg || o->flag != other->flag || o->val != other->val)
				found = -2;
		}
	}
	return found;
}

/* The return value for an option without its argument. */
inline int __gl_no_argument(int option, const struct __gl_option_list *list)
{
	optopt = option;
	return list->letters[0] == ':' ? ':' : '?';
}

/* Reads a long option at words[optind]; name: without its dashes; -1: not a long option, but perhaps short ones. */
inline int __gl_long_option(int count, char **words, const char *name, const struct __gl_option_list *list, int *index)
{
	size_t length = 0;
	while (name[length] && name[length] != '=')
		length++;
	const int found = __gl_find_long_option(name, length, list);
	if (found == -1 && list->only && words[optind][1] != '-' && strchr(list->letters, name[0]))
		return -1;
	optind++;
	if (found < 0) {
		optopt = 0;
		return '?';
	}
	const struct option *o = &list->names[found];
	if (name[length] && o->has_arg == no_argument) {
		optopt = o->val;
		return '?';
	}
	if (name[length])
		optarg = (char *)name + length + 1;
	else if (o->has_arg == required_argument) {
		if (optind >= count)
			return __gl_no_argument(o->val, list);
		optarg = words[optind++];
	}
	if (index)
		*index = found;
	if (!o->flag)
		return o->val;
	*o->flag = o->val;
	return 0;
}

inline int __gl_short_option(int count, char **words, const struct __gl_option_list *list)
{
	const char *rest = __gl_scan.letters + 1;
	const char letter = rest[-1];
	const char *entry = letter == ':' || letter == ';' ? 0 : strchr(list->letters, letter);
	__gl_scan.letters = rest;
	if (!*rest)
		optind++;
	if (!entry) {
		optopt = letter;
		return '?';
	}
	if (entry[1] != ':')
		return letter;
	__gl_scan.letters = 0;
	if (*rest) {
		optarg = (char *)rest;
		optind++;
	} else if (entry[2] != ':') {
		if (optind >= count)
			return __gl_no_argument(letter, list);
		optarg = words[optind++];
	}
	return letter;
}

inline bool __gl_words_known(int count, char **words)
{
	if (!__gl_is_known(count) || !__gl_is_known(optind) || !__gl_is_known(words))
		return false;
	for (int i = optind; i < count; i++) {
		if (!__gl_is_known(words[i]) || !__gl_is_known(strlen(words[i])))
			return false;
	}
	return true;
}

inline int __gl_getopt(int count, char **words, struct __gl_option_list list, int *index)
{
	struct __gl_option_scan *scan = &__gl_scan;
	if (!__gl_words_known(count, words) || !__gl_is_known(strlen(list.letters))) {
		optarg = __gl_unknown<char *>();
		optind = __gl_unknown<int>();
		return __gl_unknown<int>();
	}
	optarg = 0;
	if (count < 1)
		return -1;
	if (!scan->begun || optind == 0) {
		if (optind == 0)
			optind = 1;
		if (!scan->begun)
			optopt = 0;
		*scan = {true, 0, optind, optind};
	}
	list.in_order = list.letters[0] == '-';
	list.stops = list.letters[0] == '+';
	if (list.in_order || list.stops)
		list.letters++;
	if (!scan->letters || !*scan->letters) {
		if (!__gl_find_option(count, words, &list))
			return -1;
		char *word = words[optind];
		if (__gl_is_operand(word)) {
			if (!list.in_order)
				return -1;
			optarg = word;
			optind++;
			return 1;
		}
		if (list.names && word[1] == '-')
			return __gl_long_option(count, words, word + 2, &list, index);
		if (list.names && list.only && (word[2] || !strchr(list.letters, word[1]))) {
			const int code = __gl_long_option(count, words, word + 1, &list, index);
			if (code != -1)
				return code;
		}
		scan->letters = word + 1;
	}
	return __gl_short_option(count, words, &list);
}

inline int getopt(int count, char *const *words, const char *letters)
{
	return __gl_getopt(count, (char **)words, {letters, 0, false}, 0);
}
inline int getopt_long(int count, char *const *words, const char *letters, const struct option *names, int *index)
{
	return __gl_getopt(count, (char **)words, {letters, names, false}, index);
}
inline int getopt_long_only(int count, char *const *words, const char *letters, const struct option *names, int *index)
{
	return __gl_getopt(count, (char **)words, {letters, names, true}, index);
}
}
#endif
