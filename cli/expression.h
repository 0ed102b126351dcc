/* The source text of sites: the evaluator knows where an expression stands, and the sources what stands there. */
#ifndef GPULINT_CLI_EXPRESSION_H
#define GPULINT_CLI_EXPRESSION_H

#include "cli/report/source.h"
#include "model/facts.h"

/* Sets the expression of every site that has none: its text, with any white space as one blank; "" when the source
 * cannot be read. */
void expression_fill(struct facts *facts, struct sources *sources);

#endif
