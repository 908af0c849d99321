import type { HuffmanCode } from "./huffman-code.ts";

/** The exports of both encoders (assembly/bits.ts, assembly/pixel-window.ts). Globals are addresses. */
export interface BitWriter {
  readonly memory: WebAssembly.Memory;
  /** Where the next rows belong: opaque pixels, 0xFFRRGGBB. */
  readonly rows: WebAssembly.Global;
  /** The number of pixels that have room there. */
  readonly maxRowPixels: WebAssembly.Global;
  readonly bytes: WebAssembly.Global;
  write(value: number, bits: number): void;
  align(): void;
  takeBytes(): number;
}

export function viewsOf(encoder: BitWriter) {
  const { buffer } = encoder.memory;
  const bytes = Buffer.from(buffer, encoder.bytes.value);
  return {
    rows: new Uint8Array(buffer, encoder.rows.value),
    arrayAt: (address: WebAssembly.Global, length: number) => new Uint32Array(buffer, address.value, length),
    /** A copy of the bytes that have been written since the last call. */
    takeBytes: () => Buffer.from(bytes.subarray(0, encoder.takeBytes())),
  };
}

export function setCodes(target: Uint32Array, { bits, lengths }: HuffmanCode): void {
  for (let symbol = 0; symbol < target.length; symbol++)
    target[symbol] = bits[symbol]! | (lengths[symbol]! << 16);
}
