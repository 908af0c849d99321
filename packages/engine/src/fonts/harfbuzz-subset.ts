import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { lazy } from "@placard/contracts/lazy";

/** The functions of harfbuzz-subset.wasm that are used (hb-subset.h). Pointers are numbers; 0 is null. */
interface HarfbuzzSubset {
  memory: WebAssembly.Memory;
  _initialize: () => void;
  malloc: (size: number) => number;
  hb_blob_create: (data: number, length: number, mode: number, userData: number, destroy: number) => number;
  hb_blob_get_data: (blob: number, length: number) => number;
  hb_blob_get_length: (blob: number) => number;
  hb_face_create: (blob: number, index: number) => number;
  hb_face_reference_blob: (face: number) => number;
  hb_set_clear: (set: number) => void;
  hb_set_add: (set: number, value: number) => void;
  hb_subset_input_create_or_fail: () => number;
  hb_subset_input_set: (input: number, type: number) => number;
  hb_subset_input_set_flags: (input: number, flags: number) => void;
  hb_subset_input_keep_everything: (input: number) => void;
  hb_subset_input_pin_all_axes_to_default: (input: number, face: number) => number;
  hb_subset_input_pin_axis_location: (input: number, face: number, tag: number, value: number) => number;
  hb_subset_or_fail: (face: number, input: number) => number;
}

/** hb_subset_flags_t: no hinting, outline of glyph 0, CFF subroutines expanded, all Unicode ranges. */
const flags = 0x1 | 0x4 | 0x40 | 0x100;
/** hb_subset_sets_t. */
const [dropTables, nameIds] = [3, 4];
/** HB_MEMORY_MODE_READONLY */
const readOnly = 1;

/** Tables with embedded bitmaps or other formats, or whose content is not checked. */
const droppedTables = [
  "BASE",
  "CBDT",
  "CBLC",
  "DSIG",
  "EBDT",
  "EBLC",
  "EBSC",
  "JSTF",
  "MATH",
  "STAT",
  "SVG ",
  "kern",
  "meta",
  "sbix",
];
/** The names that are kept: family and typographic family. */
const keptNames = [1, 16];

const compiled = lazy(
  () =>
    new WebAssembly.Module(
      readFileSync(createRequire(import.meta.url).resolve("harfbuzzjs/dist/harfbuzz-subset.wasm")),
    ),
);

/**
 * Parses a font with HarfBuzz and rewrites it, with all glyphs: every table is rebuilt, without hinting, and
 * unknown tables are dropped. Axes of a variable font are pinned to `axes`, and with `isStatic` the others to
 * their defaults. Throws an error if it fails.
 */
export function rewriteTables(
  file: Uint8Array,
  axes: Readonly<Record<string, number>>,
  { isStatic = false } = {},
): Buffer {
  // A new instance for each font: whatever a font does to its memory ends with it.
  const hb = new WebAssembly.Instance(compiled()).exports as HarfbuzzSubset;
  hb["_initialize"]();
  const data = hb.malloc(file.length);
  new Uint8Array(hb.memory.buffer).set(file, data);
  const blob = hb.hb_blob_create(data, file.length, readOnly, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_keep_everything(input);
  hb.hb_subset_input_set_flags(input, flags);
  for (const tag of droppedTables) hb.hb_set_add(hb.hb_subset_input_set(input, dropTables), tagOf(tag));
  const names = hb.hb_subset_input_set(input, nameIds);
  hb.hb_set_clear(names);
  for (const id of keptNames) hb.hb_set_add(names, id);
  if (isStatic) hb.hb_subset_input_pin_all_axes_to_default(input, face);
  for (const [tag, value] of Object.entries(axes))
    hb.hb_subset_input_pin_axis_location(input, face, tagOf(tag), value);
  const subset = hb.hb_subset_or_fail(face, input);
  if (subset === 0) throw new Error("HarfBuzz can't rewrite the font");
  const result = hb.hb_face_reference_blob(subset);
  const start = hb.hb_blob_get_data(result, 0);
  return Buffer.from(hb.memory.buffer.slice(start, start + hb.hb_blob_get_length(result)));
}

function tagOf(tag: string): number {
  return Buffer.from(tag, "latin1").readUInt32BE(0);
}
