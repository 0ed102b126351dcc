/* What gpulint's exit code says: the convention of linters, so that hooks and CI need not read the output. */
#ifndef GPULINT_CLI_EXIT_CODE_H
#define GPULINT_CLI_EXIT_CODE_H

enum exit_code {
	EXIT_CLEAN = 0,
	EXIT_FINDINGS = 1, /* of --fail-on's severity, or worse */
	EXIT_UNABLE = 2,   /* something that was asked for could not be done; what could be is still reported */
};

#endif
