/* Lanes of shared memory whose bank is known but not the row: the unknown part of the address is a multiple of all
 * banks, as in buf[data][lane] with rows of 32 words. */
#ifndef GPULINT_MODEL_REQUEST_BANKS_H
#define GPULINT_MODEL_REQUEST_BANKS_H

#include "model/request.h"

/* The bounds of such a request's cost, as requests with known addresses. */
struct banked {
	struct request together; /* all lanes in one row, so that lanes on one bank share words where possible */
	struct request apart;    /* a distinct row for each unknown value, so that lanes share none */
};

/* False: some lane's bank is unknown, or the kind of request has no banks. */
bool request_banked(const struct request *r, struct banked *banked);

#endif
