/* Explicit instantiations that macros write. Neither the tree nor the text has them: the compiler is asked, with a copy of
 * the file in which each template's body begins with an assertion that fails. Its notes name the instances. */
#ifndef GPULINT_FRONTEND_TEXT_WRITTEN_INSTANCES_H
#define GPULINT_FRONTEND_TEXT_WRITTEN_INSTANCES_H

#include "frontend/unit/lower.h"

/* `arguments`: the instance's of l->kernel_templates[template], from '<' to '>', as the compiler spells them. */
typedef void written_instance(void *data, size_t template, const char *arguments);

/* Whether there may be some. */
bool written_instances_may_be(struct lower *l);
/* Calls back for each instance of l->kernel_templates that the file makes; for none, without a parse, where no macro of the
 * program's may write one: has the word `template` without a '<' behind it. */
void written_instances_ask(struct lower *l, written_instance *found, void *data);

#endif
