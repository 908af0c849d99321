/** The allocator settings of renderers, as environment variables: see docs/operations.md, "Sizing". */
export const allocatorSettings = {
  MALLOC_MMAP_THRESHOLD_: "4194304",
  MALLOC_TRIM_THRESHOLD_: "33554432",
};
