#include "codegen/line_table.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/cubin.h"
#include "support/allocate.h"
#include "support/line_part.h"

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* LEB128: seven bits per byte, the lowest first. *sign: the sign extension for a negative number. */
static uint64_t
take_bits(struct bytes *bytes, uint64_t *sign)
{
	uint64_t value = 0, byte = 0x80;
	unsigned shift = 0;
	for (; byte & 0x80 && !bytes->failed; shift += 7) {
		byte = bytes_take(bytes, 1);
		value |= shift < 64 ? (byte & 0x7F) << shift : 0;
	}
	*sign = byte & 0x40 && shift < 64 ? UINT64_MAX << shift : 0;
	return value;
}

static uint64_t
take_number(struct bytes *bytes)
{
	uint64_t sign;
	return take_bits(bytes, &sign);
}

static int64_t
take_signed(struct bytes *bytes)
{
	uint64_t sign;
	const uint64_t value = take_bits(bytes, &sign);
	return (int64_t)(value | sign);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

struct row {
	uint64_t address;
	uint64_t file, line; /* file: index in the unit's files, from 1 on */
	uint64_t call;       /* the row of the call, from 1 on; 0: not inlined */
};

struct file {
	const char *name;
	uint64_t folder; /* index in the unit's folders, from 1 on; 0: the compiler's working folder */
};

struct unit {
	const char **folders;
	struct file *files;
	size_t folder_count, folder_capacity, file_count, file_capacity;
};

/* The rows of one function. */
struct sequence {
	const char *function;
	size_t unit;
	struct row *rows;
	size_t count, capacity;
};

struct line_table {
	struct cubin cubin;
	struct unit *units;
	size_t unit_count, unit_capacity;
	struct sequence *sequences;
	size_t count, capacity;
};

/* The function that one relocation section names for the offset; NULL: none. */
static const char *
function_in(const struct line_table *table, const char *section, size_t addend_bytes, uint64_t offset)
{
	const Elf64_Shdr relocations = cubin_section_named(&table->cubin, section);
	const Elf64_Shdr symbols = cubin_section(&table->cubin, relocations.sh_link),
			 names = cubin_section(&table->cubin, symbols.sh_link);
	struct bytes left = cubin_contents(&table->cubin, &relocations);
	while (left.next < left.end) {
		const uint64_t at = bytes_take(&left, 8), info = bytes_take(&left, 8);
		bytes_take(&left, addend_bytes);
		if (at != offset)
			continue;
		struct bytes symbol = cubin_contents(&table->cubin, &symbols);
		bytes_take_part(&symbol, ELF64_R_SYM(info) * sizeof(Elf64_Sym));
		return bytes_text_at(cubin_contents(&table->cubin, &names), bytes_take(&symbol, 4));
	}
	return NULL;
}

/* The function whose address belongs at an offset in the line table; "": none. Before sm_90 relocations have no
 * explicit addends. */
static const char *
function_at(const struct line_table *table, uint64_t offset)
{
	const char *with = function_in(table, ".rela.debug_line", 8, offset);
	const char *without = with ? NULL : function_in(table, ".rel.debug_line", 0, offset);
	return with ? with : without ? without : "";
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* The state machine of DWARF 2 (section 6.2). */
struct machine {
	struct row row;
	struct sequence sequence;
	unsigned step; /* bytes of the smallest instruction */
	int line_base;
	unsigned line_range, first_special;
	const uint8_t *argument_counts;
};

static void
begin_sequence(struct machine *m, size_t unit)
{
	m->row = (struct row){.file = 1, .line = 1};
	m->sequence = (struct sequence){.function = "", .unit = unit};
}

static void
add_row(struct machine *m)
{
	memory_push(m->sequence.rows, m->sequence.count, m->sequence.capacity, m->row);
}

static void
run_special(struct machine *m, unsigned opcode)
{
	const unsigned special = opcode - m->first_special;
	m->row.address += (uint64_t)(special / m->line_range) * m->step;
	m->row.line += (uint64_t)(m->line_base + (int)(special % m->line_range));
	add_row(m);
}

static void
run_extended(struct line_table *table, struct machine *m, const uint8_t *start, struct bytes *program)
{
	enum { INLINED_CALL = 0x90, END_SEQUENCE = 1, SET_ADDRESS = 2 };
	struct bytes operands = bytes_take_part(program, take_number(program));
	switch (bytes_take(&operands, 1)) {
	case END_SEQUENCE:
		add_row(m);
		memory_push(table->sequences, table->count, table->capacity, m->sequence);
		begin_sequence(m, m->sequence.unit);
		break;
	case SET_ADDRESS:
		m->sequence.function = function_at(table, (uint64_t)(operands.next - start));
		m->row.address = bytes_take(&operands, 8);
		break;
	case INLINED_CALL: m->row.call = take_number(&operands); break;
	default: break;
	}
}

static void
run_standard(struct machine *m, unsigned opcode, struct bytes *program)
{
	enum { COPY = 1, ADVANCE_PC, ADVANCE_LINE, SET_FILE, CONST_ADD_PC = 8, FIXED_ADVANCE_PC };
	switch (opcode) {
	case COPY: add_row(m); break;
	case ADVANCE_PC: m->row.address += take_number(program) * m->step; break;
	case ADVANCE_LINE: m->row.line += (uint64_t)take_signed(program); break;
	case SET_FILE: m->row.file = take_number(program); break;
	case CONST_ADD_PC: m->row.address += (uint64_t)((255 - m->first_special) / m->line_range) * m->step; break;
	case FIXED_ADVANCE_PC: m->row.address += bytes_take(program, 2); break;
	default:
		for (unsigned i = 0; i < m->argument_counts[opcode - 1]; i++)
			take_number(program);
	}
}

static void
read_names(struct unit *unit, struct bytes *header)
{
	for (const char *name = bytes_take_text(header); *name; name = bytes_take_text(header))
		memory_push(unit->folders, unit->folder_count, unit->folder_capacity, name);
	for (const char *name = bytes_take_text(header); *name; name = bytes_take_text(header)) {
		const struct file file = {name, take_number(header)};
		take_number(header); /* modification time and length */
		take_number(header);
		memory_push(unit->files, unit->file_count, unit->file_capacity, file);
	}
}

static void
run_program(struct line_table *table, struct machine *m, const uint8_t *start, struct bytes *program)
{
	while (program->next < program->end && !program->failed) {
		const unsigned opcode = (unsigned)bytes_take(program, 1);
		if (opcode >= m->first_special)
			run_special(m, opcode);
		else if (opcode == 0)
			run_extended(table, m, start, program);
		else
			run_standard(m, opcode, program);
	}
	free(m->sequence.rows);
}

static void
read_unit(struct line_table *table, const uint8_t *start, struct bytes *all)
{
	enum { VERSION = 2 };
	struct bytes whole = bytes_take_part(all, bytes_take(all, 4));
	const uint64_t version = bytes_take(&whole, 2);
	struct bytes header = bytes_take_part(&whole, bytes_take(&whole, 4));
	struct machine m = {.step = (unsigned)bytes_take(&header, 1)};
	bytes_take(&header, 1);                       /* default_is_stmt */
	m.line_base = (int8_t)bytes_take(&header, 1); /* NOLINT(bugprone-signed-char-misuse): a signed byte */
	m.line_range = (unsigned)bytes_take(&header, 1);
	m.first_special = (unsigned)bytes_take(&header, 1);
	m.argument_counts = header.next;
	bytes_take_part(&header, m.first_special > 0 ? m.first_special - 1 : 0);
	if (version != VERSION || header.failed || m.line_range == 0 || m.first_special == 0)
		return;
	struct unit unit = {0};
	read_names(&unit, &header);
	begin_sequence(&m, table->unit_count);
	memory_push(table->units, table->unit_count, table->unit_capacity, unit);
	run_program(table, &m, start, &whole);
}

struct line_table *
line_table_read(const uint8_t *cubin, size_t size)
{
	struct line_table *table = memory_zeroed(1, sizeof *table);
	table->cubin = (struct cubin){cubin, size};
	const Elf64_Shdr section = cubin_section_named(&table->cubin, ".debug_line");
	struct bytes left = cubin_contents(&table->cubin, &section);
	const uint8_t *start = left.next;
	while (left.next < left.end && !left.failed)
		read_unit(table, start, &left);
	return table;
}

void
line_table_free(struct line_table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->count; i++)
		free(table->sequences[i].rows);
	for (size_t i = 0; i < table->unit_count; i++) {
		free(table->units[i].folders);
		free(table->units[i].files);
	}
	free(table->sequences);
	free(table->units);
	free(table);
}

/* ---- lookup ------------------------------------------------------------------------------------------------------ */

/* The last row whose address range contains the pc. */
static const struct row *
row_of(const struct sequence *sequence, uint64_t pc)
{
	for (size_t i = sequence->count; i-- > 1;)
		if (sequence->rows[i - 1].address <= pc && pc < sequence->rows[i].address)
			return &sequence->rows[i - 1];
	return NULL;
}

static struct line_origin
line_of(const struct unit *unit, const struct row *row)
{
	if (row->file == 0 || row->file > unit->file_count)
		return (struct line_origin){"", "", 0, 0};
	const struct file *file = &unit->files[row->file - 1];
	const char *folder =
		file->folder > 0 && file->folder <= unit->folder_count ? unit->folders[file->folder - 1] : "";
	const struct line_part_place place = line_part_of((uint32_t)row->line);
	return (struct line_origin){folder, file->name, place.line, place.column};
}

size_t
line_table_find(const struct line_table *table, const char *function, uint64_t pc, struct line_origin *lines,
                size_t most)
{
	size_t found = 0;
	for (size_t i = 0; i < table->count && found == 0; i++) {
		const struct sequence *sequence = &table->sequences[i];
		const struct row *row = strcmp(sequence->function, function) == 0 ? row_of(sequence, pc) : NULL;
		for (; row && found < most; found++) {
			lines[found] = line_of(&table->units[sequence->unit], row);
			row = row->call > 0 && row->call <= sequence->count ? &sequence->rows[row->call - 1] : NULL;
		}
	}
	return found;
}
