#include "model/meeting.h"

#include "model/memory_model.h"

/* The lanes with the address of `lane`, including `lane`. */
static uint32_t
lanes_beside(const struct value *address, uint32_t lanes, unsigned warp, unsigned lane)
{
	const struct term at = value_term(address, warp * WARP_LANES + lane);
	uint32_t beside = 0;
	for (uint32_t bits = lanes; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		if (term_equal(value_term(address, warp * WARP_LANES + l), at))
			beside |= UINT32_C(1) << l;
	}
	return beside;
}

struct mask
meeting_losers(const struct value *address, const struct mask *active, unsigned warps)
{
	struct mask left = *active;
	for (unsigned w = 0; w < warps; w++) {
		for (uint32_t bits = active->warp[w]; bits;) {
			const unsigned winner = (unsigned)__builtin_ctz(bits);
			left.warp[w] &= ~(UINT32_C(1) << winner);
			bits &= ~lanes_beside(address, bits, w, winner);
		}
	}
	return left;
}
