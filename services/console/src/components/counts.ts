const numberFormat = new Intl.NumberFormat("en");

/** @returns the number with thousands separators: `1,234` */
export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** @returns the number and the noun, in the plural unless the number is 1: `1 image`, `1,234 images` */
export function formatCount(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? "" : "s"}`;
}
