/* gpulint's exit codes follow the convention of linters, so that hooks and CI need not parse the output. */
#ifndef GPULINT_CLI_EXIT_CODE_H
#define GPULINT_CLI_EXIT_CODE_H

enum exit_code {
	EXIT_CLEAN = 0,
	EXIT_FINDINGS = 1, /* of at least --fail-on's severity */
	EXIT_UNABLE = 2,   /* something requested could not be done; the rest is still reported */
};

#endif
