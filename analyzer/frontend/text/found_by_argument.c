#include "frontend/text/found_by_argument.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Algorithms whose parameters are iterators only, or begin with iterators. */
/* clang-format off */
static const char *const names[] = {
	"accumulate", "adjacent_difference", "adjacent_find", "advance", "all_of", "any_of", "binary_search", "copy", "copy_backward",
	"copy_if", "copy_n", "count", "count_if", "distance", "equal", "equal_range", "exclusive_scan", "fill", "fill_n", "find",
	"find_end", "find_first_of", "find_if", "find_if_not", "for_each", "for_each_n", "generate", "generate_n", "includes",
	"inclusive_scan", "inner_product", "inplace_merge", "iota", "is_heap", "is_heap_until", "is_partitioned", "is_permutation",
	"is_sorted", "is_sorted_until", "iter_swap", "lexicographical_compare", "lower_bound", "make_heap", "max_element", "merge",
	"min_element", "minmax_element", "mismatch", "next", "next_permutation", "none_of", "nth_element", "partial_sort",
	"partial_sum", "partition", "partition_copy", "partition_point", "pop_heap", "prev", "prev_permutation", "push_heap",
	"random_shuffle", "reduce", "remove", "remove_copy", "remove_copy_if", "remove_if", "replace", "replace_copy",
	"replace_copy_if", "replace_if", "reverse", "reverse_copy", "rotate", "rotate_copy", "search", "search_n", "set_difference",
	"set_intersection", "set_symmetric_difference", "set_union", "shuffle", "sort", "sort_heap", "stable_partition",
	"stable_sort", "swap_ranges", "transform", "transform_reduce", "unique", "unique_copy", "upper_bound",
};
/* clang-format on */
enum { NAME_COUNT = sizeof names / sizeof *names };

/* The index of the name that an error reports as missing; NAME_COUNT: none. */
static size_t
missing_name(const char *message)
{
	const char *const undeclared = "use of undeclared identifier '", *const not_seen = "call to function '";
	const char *name = NULL;
	if (!strncmp(message, undeclared, strlen(undeclared)))
		name = message + strlen(undeclared);
	else if (!strncmp(message, not_seen, strlen(not_seen)) &&
	         strstr(message, "nor found by argument-dependent lookup"))
		name = message + strlen(not_seen);
	const size_t length = name ? strcspn(name, "'") : 0;
	size_t i = 0;
	while (i < NAME_COUNT && (strlen(names[i]) != length || strncmp(names[i], name, length)))
		i++;
	return i;
}

char *
found_by_argument(CXTranslationUnit tu)
{
	bool is_missing[NAME_COUNT + 1] = {false};
	bool any = false;
	for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(tu, i);
		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
			CXString message = clang_getDiagnosticSpelling(diagnostic);
			const size_t name = missing_name(clang_getCString(message));
			is_missing[name] = true;
			any |= name < NAME_COUNT;
			clang_disposeString(message);
		}
		clang_disposeDiagnostic(diagnostic);
	}
	if (!any)
		return NULL;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	fputs("#include <algorithm>\n#include <numeric>\nnamespace __gl_found {\n", out);
	for (size_t i = 0; i < NAME_COUNT; i++)
		if (is_missing[i])
			fprintf(out, "using std::%s;\n", names[i]);
	fputs("}\nusing namespace __gl_found;\n", out);
	fclose(out);
	return text;
}
