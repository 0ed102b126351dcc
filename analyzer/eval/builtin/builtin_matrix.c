/* Matrix fragments (mma.h): the memory accesses of a warp's load or store.
 *
 * NVIDIA does not document which lane holds which element. Since compute capability 8.0, compilers and hardware use
 * the layout that is documented for the instructions of mma.sync. Four lanes share a line: a row of A and of the
 * accumulator, a column of B. Each lane has a piece of a few neighbouring elements. Eight lines are a tile, which
 * one instruction moves. A matrix that is transposed in memory is modelled if its elements have 16 bits, which the
 * hardware transposes. From shared memory, ldmatrix loads tiles of eight lines of 16 bytes, two or four at a time.
 * Instruction counts and the lanes' elements were read from the output of nvcc 13 for sm_80, sm_90, sm_100 and
 * sm_120. A run on an H200 is a further source. sm_75 differs in parts. */
#include "eval/builtin/builtin.h"
#include "eval/language/access.h"

#include "eval/order/block_order.h"
#include "eval/state/program.h"
#include "model/gpu.h"

enum { TILE_LINES = 8, LINE_LANES = 4, MATRIX_LINE_BYTES = 16 };

static const char ASSUMPTION[] =
	"lanes hold matrix fragments as compilers place them since sm_80; the layout is not documented";

/* The matrix of a fragment in memory. */
struct matrix {
	int64_t lines, length; /* lines: contiguous ones, the rows of a row-major matrix; length: elements in a line */
	int64_t bits;          /* of an element */
	int64_t piece;         /* neighbouring elements that one lane holds */
	int64_t across;        /* lines run across the neighbouring elements of a lane */
	int64_t together;      /* tiles that one ldmatrix loads; 0: the compiler does not use it */
};

/* An access to the matrix at `base`, whose lines are `leading` elements apart. */
struct transfer {
	struct machine *m;
	const struct ir_expr *site;
	enum site_kind kind;
	struct matrix matrix;
	struct value base, leading;
};

/* The address of each lane of a warp in one instruction. */
struct lanes {
	int64_t line[32], byte[32];
};

static void
report(const struct transfer *t, const struct lanes *lanes, unsigned width)
{
	struct machine *m = t->m;
	const struct ir_type offset_type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	union lane *line = value_lanes(m), *byte = value_lanes(m);
	for (unsigned i = 0; i < m->lanes; i++) {
		line[i].integer = lanes->line[i % 32];
		byte[i].integer = lanes->byte[i % 32];
	}
	const struct value lines = {line, NULL, .uniform = false, .real = false};
	const struct value bytes = {byte, NULL, .uniform = false, .real = false};
	const struct value elements = value_binary(m, IR_MUL, &offset_type, lines, t->leading);
	const struct value bits = value_binary(m, IR_MUL, &offset_type, elements, value_integer(m, t->matrix.bits));
	const struct value at = value_binary(m, IR_DIV, &offset_type, bits, value_integer(m, 8));
	const struct value address = value_offset(m, value_offset(m, t->base, at, 1), bytes, 1);
	access_report_assumed(m, t->site, t->kind, width, &address, ASSUMPTION);
}

/* One instruction for each tile; each lane accesses its piece. */
static void
report_tiles(const struct transfer *t)
{
	const struct matrix *x = &t->matrix;
	const int64_t tile = x->piece * LINE_LANES;
	for (int64_t i = 0; i < x->lines; i += TILE_LINES) {
		for (int64_t j = 0; j < x->length; j += tile) {
			struct lanes lanes;
			for (int l = 0; l < 32; l++) {
				lanes.line[l] = i + l / LINE_LANES;
				lanes.byte[l] = (j + x->piece * (l % LINE_LANES)) * x->bits / 8;
			}
			report(t, &lanes, (unsigned)(x->piece * x->bits / 8));
		}
	}
}

/* ldmatrix: groups of eight lanes give the addresses of a tile's lines. It costs as much as a 16-byte load by these
 * lanes. */
static void
report_ldmatrix(const struct transfer *t)
{
	const struct matrix *x = &t->matrix;
	const int64_t per_line = x->length * x->bits / 8 / MATRIX_LINE_BYTES, tiles = x->lines / TILE_LINES * per_line;
	const int64_t together = tiles < x->together ? tiles : x->together;
	const struct active saved = t->m->active;
	const uint32_t giving = together * TILE_LINES >= 32 ? UINT32_MAX : ((uint32_t)1 << together * TILE_LINES) - 1;
	for (unsigned w = 0; w < t->m->warps; w++) {
		t->m->active.may.warp[w] &= giving;
		t->m->active.must.warp[w] &= giving;
	}
	for (int64_t first = 0; first < tiles; first += together) {
		struct lanes lanes;
		for (int l = 0; l < 32; l++) {
			const int64_t tile = first + l / TILE_LINES % together;
			lanes.line[l] = tile / per_line * TILE_LINES + l % TILE_LINES;
			lanes.byte[l] = tile % per_line * MATRIX_LINE_BYTES;
		}
		report(t, &lanes, MATRIX_LINE_BYTES);
	}
	t->m->active = saved;
}

static bool
in_shared(struct machine *m, const struct value *address)
{
	const struct object *object =
		memory_object_at(m->memory, value_term(address, mask_first(&m->active.may)).offset);
	return object && object->kind == OBJECT_SHARED;
}

/* The arguments after the leading dimension: see mma.h. */
static bool
matrix_of(const struct builtin_call *call, struct matrix *x)
{
	return builtin_constant(call, 3, &x->lines) && builtin_constant(call, 4, &x->length) &&
	       builtin_constant(call, 5, &x->bits) && builtin_constant(call, 6, &x->piece) &&
	       builtin_constant(call, 7, &x->across) && builtin_constant(call, 8, &x->together);
}

struct value
builtin_matrix(struct machine *m, const struct builtin_call *call)
{
	const bool is_load = call->id == IR_BUILTIN___gl_matrix_load;
	struct transfer t = {.m = m,
	                     .site = call->expr,
	                     .kind = is_load ? SITE_LOAD : SITE_STORE,
	                     .base = call->args[1],
	                     .leading = call->args[2]};
	const struct ir_type *fragment = builtin_type(call, 0)->element;
	const uint32_t reason = machine_reason(m, REASON_UNSUPPORTED, call->expr->loc, "a matrix fragment");
	order_warps(m); /* order_builtin does the rest */
	const bool is_known = matrix_of(call, &t.matrix) && m->program->options->gpu->major >= 8;
	if (!is_known || (t.matrix.across && t.matrix.bits != 16))
		access_report_unknown(m, call->expr, &call->expr->loc, t.kind, &t.base, reason);
	else if (is_load && t.matrix.together && in_shared(m, &t.base))
		report_ldmatrix(&t);
	else
		report_tiles(&t);
	if (is_load)
		access_forget(m, call->args[0], fragment ? fragment->size : UINT32_MAX, reason);
	else
		access_forget(m, t.base, UINT32_MAX, reason);
	return value_integer(m, 0);
}
