/** The allocator of renderers, as an environment variable: see docs/operations.md, "Sizing". */
export const allocatorSettings = { LD_PRELOAD: "libjemalloc.so.2" };
