/* The functions of all rules, as named in rules.def. Each is defined in its rule's folder. */
#ifndef GPULINT_RULES_CHECKS_H
#define GPULINT_RULES_CHECKS_H

#include "model/facts.h"

struct rule_context;

#define SITE_RULE(function, name, summary) void function(struct rule_context *context, const struct site *site);
#define LAUNCH_RULE(function, name, summary) void function(struct rule_context *context);
#define PROGRAM_RULE(function, name, summary) void function(struct rule_context *context);
#define ONE_CAUSE(rule, cause)
#define SILENCES(better, general)
#define OUTWEIGHS(greater, smaller)
#include "rules/rules.def"
#undef SITE_RULE
#undef LAUNCH_RULE
#undef PROGRAM_RULE
#undef ONE_CAUSE
#undef SILENCES
#undef OUTWEIGHS

#endif
