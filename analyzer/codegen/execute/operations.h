/* The arithmetic of instructions, by kind. operations.c maps opcodes to these functions. */
#ifndef GPULINT_CODEGEN_EXECUTE_OPERATIONS_H
#define GPULINT_CODEGEN_EXECUTE_OPERATIONS_H

#include "codegen/execute/run_state.h"

operate operate_iadd3, operate_viadd, operate_imad, operate_lea, operate_min_max, operate_idp, operate_vabsdiff;
operate operate_lop3, operate_plop3, operate_shf, operate_prmt, operate_isetp, operate_on_word;
operate operate_mov, operate_sel, operate_s2r, operate_cs2r, operate_p2r, operate_r2p, operate_r2ur, operate_constant,
	operate_half_move;
operate operate_real, operate_fmnmx, operate_compare_reals, operate_fsel, operate_fchk, operate_mufu;
operate operate_i2f, operate_f2i, operate_f2f, operate_frnd;
operate operate_shfl, operate_vote, operate_match, operate_redux, operate_elect, operate_qspc;

/* Modifiers of a shift: bits 73 to 76 and 80. */
struct shift {
	bool is_signed, is_wide, wraps, is_right, is_high;
};

struct shift shift_of(const struct operation *operation);
/* Whether a minimum or maximum compares signed numbers. */
bool are_signed(const struct operation *operation);
/* The bitwise result of a LOP3 on three numbers. */
uint32_t logic_of(const struct operation *operation, uint32_t a, uint32_t b, uint32_t c);

/* Splits a double into two words. */
void put_double(struct warp_word *low, struct warp_word *high, unsigned lane, double real);
/* Selects a or b by the predicate at bit 87. */
void select_words(struct warp *warp, const struct operation *operation, const struct warp_word *a,
                  const struct warp_word *b, uint32_t lanes);
/* Combines a comparison's outcome with its input predicate and writes both output predicates. */
void decide_comparison(struct warp *warp, const struct operation *operation, struct bits outcome, uint32_t lanes);

#endif
