/* What instructions do with numbers, by kind; operations.c says which is whose. */
#ifndef GPULINT_CODEGEN_EXECUTE_OPERATIONS_H
#define GPULINT_CODEGEN_EXECUTE_OPERATIONS_H

#include "codegen/execute/machine.h"

operate operate_iadd3, operate_viadd, operate_imad, operate_lea, operate_min_max;
operate operate_lop3, operate_plop3, operate_shf, operate_prmt, operate_isetp, operate_on_word;
operate operate_mov, operate_sel, operate_s2r, operate_cs2r, operate_p2r, operate_r2p, operate_r2ur, operate_constant,
	operate_half_move;
operate operate_real, operate_fmnmx, operate_compare_reals, operate_fsel, operate_fchk, operate_mufu;
operate operate_i2f, operate_f2i, operate_f2f, operate_frnd;
operate operate_shfl, operate_vote, operate_match, operate_redux, operate_elect, operate_qspc;

/* Of shifts: what bits 73 to 76 and 80 say. */
struct shift {
	bool is_signed, is_wide, wraps, is_right, is_high;
};

struct shift shift_of(const struct operation *operation);
/* Whether the least or most is of numbers with sign. */
bool are_signed(const struct operation *operation);
/* Of three numbers, bit by bit, what a LOP3 makes of them. */
uint32_t logic_of(const struct operation *operation, uint32_t a, uint32_t b, uint32_t c);

/* A double's two words. */
void put_double(struct lanes *low, struct lanes *high, unsigned lane, double real);
/* One of two words, by the predicate in bits 87. */
void select_words(struct warp *warp, const struct operation *operation, const struct lanes *a, const struct lanes *b,
                  uint32_t lanes);
/* Puts a comparison's outcome, together with the predicate that it is given, in its two predicates. */
void decide_comparison(struct warp *warp, const struct operation *operation, struct bits outcome, uint32_t lanes);

#endif
