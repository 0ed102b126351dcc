/* Local scalars: a number for each lane, written under a mask. */
#include <math.h>
#include <string.h>

#include "eval/state/machine.h"
#include "eval/state/undo_log.h"

void
variable_declare(struct machine *m, struct variable *v)
{
	v->defined = false;
	v->uniform = true;
	v->has_symbols = false;
	v->scope = m->active.may;
	v->born = v->stamp = ++m->clock;
}

struct value
variable_read(struct machine *m, struct variable *v, const struct ir_type *type, struct ir_loc loc, const char *name)
{
	if (!v->defined || !v->lane)
		return value_unknown(m, type, machine_reason(m, REASON_UNINITIALISED, loc, name));
	return variable_value(v);
}

/* Arrays are recycled through a list of free ones, which are linked through their first bytes. */
static void *
take(struct machine *m, void **list, size_t size)
{
	if (!*list)
		return arena_alloc_raw(&m->pool, size < sizeof(void *) ? sizeof(void *) : size);
	void *array = *list;
	memcpy(list, array, sizeof *list);
	return array;
}

static void
give_back(void **list, void *array)
{
	if (!array)
		return;
	memcpy(array, list, sizeof *list);
	*list = array;
}

static void
make_room(struct machine *m, struct variable *v, bool symbols)
{
	if (!v->lane)
		v->lane = take(m, &m->free_lanes, m->lanes * sizeof *v->lane);
	if (symbols && !v->symbol)
		v->symbol = take(m, &m->free_symbols, m->lanes * sizeof *v->symbol);
}

void
variable_release(struct machine *m, struct variable *v)
{
	give_back(&m->free_lanes, v->lane);
	give_back(&m->free_symbols, v->symbol);
	v->lane = NULL;
	v->symbol = NULL;
	v->defined = false;
}

bool
variable_is_lost(const struct machine *m, const struct variable *v)
{
	return v->defined && v->real && v->uniform && v->has_symbols && symbol_varies(m->symbols, v->symbol[0]);
}

/* Expands one entry for all lanes to one for each, so that some lanes can be overwritten. */
static void
spread(struct machine *m, struct variable *v)
{
	for (unsigned i = 1; i < m->lanes; i++)
		v->lane[i] = v->lane[0];
	if (v->has_symbols)
		for (unsigned i = 1; i < m->lanes; i++)
			v->symbol[i] = v->symbol[0];
	v->uniform = m->lanes == 1;
}

static void
replace(struct machine *m, struct variable *v, const struct value *value)
{
	const unsigned count = value->uniform ? 1 : m->lanes;
	make_room(m, v, value->symbol != NULL);
	memmove(v->lane, value->lane, count * sizeof *v->lane);
	if (value->symbol)
		memmove(v->symbol, value->symbol, count * sizeof *v->symbol);
	v->has_symbols = value->symbol != NULL;
	v->uniform = value->uniform || m->lanes == 1;
	v->real = value->real;
}

static void
overwrite(struct machine *m, struct variable *v, const struct value *value)
{
	make_room(m, v, value->symbol || v->has_symbols);
	if (value->symbol && !v->has_symbols)
		memset(v->symbol, 0, m->lanes * sizeof *v->symbol);
	v->has_symbols = v->has_symbols || value->symbol;
	if (v->uniform)
		spread(m, v);
	v->real = value->real;
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned lane = w * 32 + (unsigned)__builtin_ctz(bits), from = value->uniform ? 0 : lane;
			v->lane[lane] = value->lane[from];
			if (v->has_symbols)
				v->symbol[lane] = value->symbol ? value->symbol[from] : 0;
		}
	}
}

/* The value for a weak write. Lanes that may have left by a break or continue of unknown condition keep the old
 * number or get the new one. If the two differ, they become unknown. */
static struct value
weaken(struct machine *m, struct variable *v, struct value value, const struct mask *may_have_left)
{
	const struct ir_type any = {.kind = value.real ? IR_TYPE_FLOAT : IR_TYPE_INT, .size = 8, .is_signed = true};
	const struct value unknown = value_unknown(m, &any, m->divergence.weak_reason);
	const struct value old = variable_value(v);
	const struct mask differing = value_differing(&old, &value, may_have_left, m->lanes);
	return mask_empty(&differing) ? value : value_blend(m, value, unknown, &differing);
}

void
variable_write(struct machine *m, struct variable *v, struct value value)
{
	undo_log_save(m, v);
	if (v->defined && v->born <= m->divergence.weak_since) {
		const struct mask may_have_left = mask_and(&m->divergence.may_have_left, &m->active.may);
		if (!mask_empty(&may_have_left))
			value = weaken(m, v, value, &may_have_left);
	}
	/* Lanes outside the variable's scope never read it, so their numbers need not be kept. */
	const bool whole = !v->defined || mask_includes(&m->active.may, &v->scope);
	if (whole)
		replace(m, v, &value);
	else
		overwrite(m, v, &value);
	v->defined = true;
	v->stamp = ++m->clock;
}

void
variable_forget(struct machine *m, struct variable *v, uint32_t reason)
{
	const struct ir_type type = {.kind = v->real ? IR_TYPE_FLOAT : IR_TYPE_INT, .size = 8, .is_signed = true};
	struct value unknown = value_unknown(m, &type, reason);
	variable_write(m, v, unknown);
}

void
variable_copy(struct machine *m, struct variable *to, const struct variable *from)
{
	const bool defined = from->defined && from->lane;
	if (defined) {
		const struct value value = variable_value(from);
		replace(m, to, &value);
	}
	to->defined = defined;
	to->scope = from->scope;
}
