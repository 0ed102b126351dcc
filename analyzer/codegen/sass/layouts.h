/* Operand layouts, one function each (sass_opcodes.def). Each decodes registers, memory accesses and targets, but
 * not the guard. */
#ifndef GPULINT_CODEGEN_SASS_LAYOUTS_H
#define GPULINT_CODEGEN_SASS_LAYOUTS_H

#include "codegen/sass/decoding.h"

/* operands.c */
sass_layout layout_plain;
sass_layout layout_alu;
sass_layout layout_ualu;
sass_layout layout_to_uniform;
sass_layout layout_plop3;
sass_layout layout_voteu;
sass_layout layout_p2r;
sass_layout layout_r2p;
sass_layout layout_up2ur;
sass_layout layout_ur2up;
sass_layout layout_shfl;
sass_layout layout_bmov_to;
sass_layout layout_bmov_from;

/* memory.c */
sass_layout layout_load;
sass_layout layout_load_generic;
sass_layout layout_load_global;
sass_layout layout_load256;
sass_layout layout_store;
sass_layout layout_store_generic;
sass_layout layout_store256;
sass_layout layout_store_async;
sass_layout layout_atomic;
sass_layout layout_cas;
sass_layout layout_atoms;
sass_layout layout_atoms_cas;
sass_layout layout_reduction;
sass_layout layout_reduction_async;
sass_layout layout_address;
sass_layout layout_cache;
sass_layout layout_qspc;
sass_layout layout_ldc;
sass_layout layout_uldc;
sass_layout layout_uldc_indexed;
sass_layout layout_ldcu;
sass_layout layout_ldgsts;
sass_layout layout_load_multicast;
sass_layout layout_syncs;
sass_layout layout_syncs_exchange;
sass_layout layout_uniform_address;

/* bulk.c */
sass_layout layout_bulk_copy;
sass_layout layout_bulk_prefetch;
sass_layout layout_bulk_fill;
sass_layout layout_work_id;
sass_layout layout_tensor_load;
sass_layout layout_tensor_store;
sass_layout layout_tensor_prefetch;

/* texture.c */
sass_layout layout_tex;
sass_layout layout_surface_load;
sass_layout layout_surface_store;

/* tensor.c */
sass_layout layout_mma;
sass_layout layout_group_mma;
sass_layout layout_tensor_allocation;
sass_layout layout_tensor_operands;
sass_layout layout_tensor_ld;
sass_layout layout_tensor_st;
sass_layout layout_tensor_mma;

/* control.c */
sass_layout layout_bar;
sass_layout layout_bra;
sass_layout layout_bssy;
sass_layout layout_convergence;
sass_layout layout_call_absolute;
sass_layout layout_call_relative;
sass_layout layout_exit;
sass_layout layout_indirect;
sass_layout layout_uniform_indirect;
sass_layout layout_warpsync;

#endif
