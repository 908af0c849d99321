declare module "wawoff2/decompress.js" {
  /** Converts a WOFF2 file to an sfnt file. Rejects if it is damaged. */
  export default function decompress(bytes: Uint8Array): Promise<Uint8Array>;
}

declare module "wawoff2/compress.js" {
  /** Converts an sfnt file to a WOFF2 file. */
  export default function compress(bytes: Uint8Array): Promise<Uint8Array>;
}
