/** A number of bytes for people, rounded up, in units of 1,000: `640 B`, `48 kB`, `1.2 MB`, `3 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${Math.ceil(bytes)} B`;
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  const [unit, size] = bytes < 1_000_000_000 ? ["MB", 1_000_000] : (["GB", 1_000_000_000] as const);
  return `${Math.ceil((10 * bytes) / size) / 10} ${unit}`;
}
