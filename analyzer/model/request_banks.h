/* Lanes of shared memory of which nobody knows in which row of the banks they are, but in which bank: what is not known of their
 * addresses is a multiple of all banks, as of buf[data][lane] with rows of 32 words. */
#ifndef GPULINT_MODEL_REQUEST_BANKS_H
#define GPULINT_MODEL_REQUEST_BANKS_H

#include "model/request.h"

/* The two ends of what such a request may cost: each is one of known addresses. */
struct banked {
	struct request together; /* all lanes in one row, where those of one bank share words as far as they can */
	struct request apart;    /* a row for each number that is not known, so that they share none */
};

/* False: some lane's bank is not known, or a request like this has no banks. */
bool request_banked(const struct request *r, struct banked *banked);

#endif
