#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/message.h"
#include "rules/rules.h"
#include "support/nearest.h"

const struct rule *
require_rule(const char *context, const char *name)
{
	const struct rule *rule = rule_find(name);
	struct arena arena = {0};
	struct nearest nearest = nearest_to(name, strlen(name));
	for (size_t i = 0; i < rule_count && !rule; i++)
		nearest_try(&nearest, rules[i].name);
	if (!rule)
		message("%sthere is no rule '%s'%s; see gpulint rules", context, name, nearest_hint(&nearest, &arena));
	arena_free(&arena);
	return rule;
}

enum exit_code
rules_command(const struct options *options, const char *const *operands, size_t count)
{
	(void)options;
	if (count) {
		message("rules takes no '%s'; gpulint explain prints a rule's page", operands[0]);
		return EXIT_UNABLE;
	}
	for (size_t i = 0; i < rule_count; i++)
		printf("%-22s %s\n", rules[i].name, rules[i].summary);
	return EXIT_CLEAN;
}

enum exit_code
explain_command(const struct options *options, const char *const *operands, size_t count)
{
	(void)options;
	if (count != 1) {
		message("explain needs the name of one rule; see gpulint rules");
		return EXIT_UNABLE;
	}
	const struct rule *rule = require_rule("", operands[0]);
	if (!rule)
		return EXIT_UNABLE;
	fputs(rule_page(rule), stdout);
	return EXIT_CLEAN;
}
