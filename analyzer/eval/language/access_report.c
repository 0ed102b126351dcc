/* Reports loads, stores and atomics to the sink. */
#include "eval/language/access.h"
#include "eval/language/one_lane.h"
#include "eval/language/retry.h"
#include "eval/state/count.h"
#include "eval/state/machine.h"
#include "ir/last_operand.h"
#include "model/event.h"

/* The line at which the compiler has the library's code for this access; the innermost frame comes first. */
static const struct ir_line_info *
line_info_at(const struct machine *m, const struct ir_expr *site)
{
	if (site->kind == IR_BUILTIN && site->line_info)
		return site->line_info;
	for (const struct frame *frame = m->frame; frame && frame->entry.call; frame = frame->caller)
		if (frame->func->line_info && !frame->func->is_kernel)
			return frame->func->line_info;
	return NULL;
}

/* An access of the active lanes, without its offset. */
static struct access_event
describe(const struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width,
         const struct value *address)
{
	const struct library_entry *entry = &m->frame->entry;
	const struct ir_line_info *line_info = line_info_at(m, site);
	const struct ir_stmt *loop = frame_loop(m->frame);
	const struct frame *calling = loop ? NULL : frame_calling_in_loop(m->frame);
	const char *retries = retry_assumption(m, loop);
	return (struct access_event){
		.site = site,
		.reported = entry->call ? entry->call : site,
		.func = entry->call ? entry->func : m->frame->func,
		.loc = entry->call ? ir_place_of_macro(&entry->call->loc) : ir_place_of_access(site),
		.line_info = line_info,
		.kind = kind,
		.width = width,
		.address = address,
		.active = &m->active,
		.diverging_branch = m->divergence.branch,
		.weight = m->sampling.weight,
		.block_weight = m->sampling.block_weight,
		.extrapolated = m->sampling.extrapolating,
		.sampled_loop = m->sampling.loop,
		.loop = loop,
		.calling_loop = calling ? frame_loop(calling) : NULL,
		.result_unused = entry->call ? entry->result_unused : m->statement == site,
		.open_loop = m->sampling.open_loop,
		.assumption = line_info && line_info->assumption ? line_info->assumption
	                      : frame_is_called_by_itself(m->frame)
	                              ? "its function is recursive: the compiler's loop decides which lanes execute it "
	                                "together"
	                      : retries ? retries
	                                : m->assumption,
	};
}

/* Whether the real library has no such access. In a kernel of the built-in headers, this holds for code on no line
 * of the library; it also holds for functions that only pass on values. */
static bool
is_bookkeeping(const struct machine *m, const struct ir_expr *site)
{
	return m->frame->func->is_unreported || (m->launched_by.call && m->frame->entry.call && !line_info_at(m, site));
}

static bool
is_reported(const struct machine *m, const struct ir_expr *site)
{
	return m->sink && site && !mask_empty(&m->active.may) && !is_bookkeeping(m, site);
}

/* Whether each lane accesses its own copy of an object, at the same offset in all lanes. */
static bool
is_own(const struct machine *m, const struct value *address)
{
	const struct object *object =
		address->uniform && !address->symbol ? memory_object_at(m->memory, address->lane[0].integer) : NULL;
	return object && object->is_private && object->lanes == m->lanes;
}

bool
access_is_in_registers(const struct machine *m, const struct value *address)
{
	if (!m->on_device || !is_own(m, address))
		return false;
	const struct object *object = memory_object_at(m->memory, address->lane[0].integer);
	return object->local;
}

/* Reports an access to the lanes' own copies. Arrays that are not entirely in registers are in local memory. A
 * parameter that is only read stays in constant memory. */
static void
report_own(struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width,
           const struct value *address)
{
	const struct object *object = memory_object_at(m->memory, address->lane[0].integer);
	const struct library_entry *entry = &m->frame->entry;
	const struct access_event access = {
		.site = site,
		.func = entry->call ? entry->func : m->frame->func,
		.loc = entry->call ? ir_place_of_macro(&entry->call->loc) : ir_place_of_access(site),
		.kind = kind,
		.width = width,
		.address = address,
		.active = &m->active,
		.weight = m->sampling.weight,
	};
	if (object->kind == OBJECT_LOCAL && !object->parameter)
		m->sink->ops->own(m->sink, object, &access, access_is_in_registers(m, address));
}

/* Redirects an access to a lane's copy of a kernel parameter to the parameter itself. */
static void
lead_to_parameter(const struct machine *m, struct access_event *access)
{
	const struct object *own = memory_object_at(
		m->memory, value_term(access->address, mask_first(&access->active->may)).offset + access->offset);
	if (!own || !own->parameter)
		return;
	access->offset += object_base(own->parameter) - object_base(own);
}

static void
report(struct machine *m, const struct access_event *access)
{
	const struct active active = lanes_to_report(m);
	struct access_event reported = *access;
	if (!m->duration.has_accessed)
		m->duration.guard = m->duration.work;
	count_access(m);
	m->duration.has_accessed = true;
	lead_to_parameter(m, &reported);
	reported.active = &active;
	reported.one_lane = m->divergence.one_lane;
	m->sink->ops->access(m->sink, &reported);
}

void
access_report_at(struct machine *m, const struct ir_expr *site, const struct ir_loc *loc, enum site_kind kind,
                 unsigned width, const struct value *address, int64_t offset, const char *assumption)
{
	if (!is_reported(m, site))
		return;
	if (is_own(m, address)) {
		report_own(m, site, kind, width, address);
		return;
	}
	struct access_event access = describe(m, site, kind, width, address);
	access.offset = offset;
	if (loc && !m->frame->entry.call)
		access.loc = loc;
	if (assumption)
		access.assumption = assumption;
	report(m, &access);
}

void
access_report_atomic(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address,
                     bool uniform_operand)
{
	if (!is_reported(m, site))
		return;
	struct access_event access = describe(m, site, SITE_ATOMIC, width, address);
	access.uniform_operand = uniform_operand;
	access.first_try = retry_first(m, site);
	report(m, &access);
}

void
access_report_copy(struct machine *m, const struct ir_expr *call, unsigned width, const struct copy_event *copy,
                   const char *assumption)
{
	if (!is_reported(m, call))
		return;
	struct access_event load = describe(m, call->args[1], SITE_LOAD, width, copy->from);
	struct access_event store = describe(m, call->args[0], SITE_STORE, width, copy->to);
	load.copy = store.copy = copy;
	if (assumption)
		store.assumption = assumption;
	report(m, &load);
	report(m, &store);
}

void
access_report_texture(struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width)
{
	if (!is_reported(m, site))
		return;
	const struct access_event access = describe(m, site, kind, width, NULL);
	m->sink->ops->texture(m->sink, &access);
}

void
access_report_unknown(struct machine *m, const struct ir_expr *site, const struct ir_loc *loc, enum site_kind kind,
                      const struct value *address, uint32_t reason)
{
	if (!is_reported(m, site))
		return;
	struct access_event access = describe(m, site, kind, 1, address);
	if (!m->frame->entry.call)
		access.loc = loc;
	m->sink->ops->unknown(m->sink, &access, symbols_varying(m->symbols, reason));
}

void
access_report_assumed(struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width,
                      const struct value *address, const char *assumption)
{
	access_report_at(m, site, NULL, kind, width, address, 0, assumption);
}
