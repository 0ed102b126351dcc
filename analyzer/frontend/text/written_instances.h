/* Explicit instantiations inside macros. Neither the tree nor the text shows them. The compiler is asked with a copy of
 * the file in which each template's body begins with an assertion that fails. Its notes name the instances. */
#ifndef GPULINT_FRONTEND_TEXT_WRITTEN_INSTANCES_H
#define GPULINT_FRONTEND_TEXT_WRITTEN_INSTANCES_H

#include "frontend/unit/lower.h"

/* `arguments`: the template arguments of the instance of l->kernel_templates[template], from '<' to '>', as the
 * compiler spells them. */
typedef void written_instance(void *data, size_t template, const char *arguments);

/* Whether the file may have such instantiations. */
bool written_instances_may_be(struct lower *l);
/* Calls `found` for each instance of l->kernel_templates that the file makes. Does not parse if no macro of the program
 * may contain an explicit instantiation: the word `template` without a '<' after it. */
void written_instances_ask(struct lower *l, written_instance *found, void *data);

#endif
