/* The table of predicted and measured figures that follows a text report. */
#ifndef GPULINT_CLI_MEASURED_H
#define GPULINT_CLI_MEASURED_H

#include <stdio.h>

#include "cli/report/report.h"

/* A report_appendix (cli/analysis.h): the other formats contain the measured figures themselves. */
void measured_write(FILE *out, const struct report *report);

#endif
