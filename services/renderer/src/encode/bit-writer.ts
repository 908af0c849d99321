/** Writes numbers, lowest bit first, without gaps (RFC 1951, 3.1.1). Needs a little-endian machine, as canvas does. */
export class BitWriter {
  #words = new Uint32Array(1 << 15);
  #length = 0;
  #pending = 0;
  #pendingBits = 0;

  /** Starts again, in the same memory. */
  start(): void {
    this.#length = this.#pending = this.#pendingBits = 0;
  }

  /** Makes room for a number of bytes. `write` doesn't check. */
  reserve(bytes: number): void {
    const needed = this.#length + 1 + Math.ceil(bytes / 4);
    if (needed <= this.#words.length) return;
    const words = new Uint32Array(2 * needed);
    words.set(this.#words);
    this.#words = words;
  }

  /** Writes up to 16 bits. The other bits of `value` must be 0. */
  write(value: number, bits: number): void {
    this.#pending |= value << this.#pendingBits;
    this.#pendingBits += bits;
    if (this.#pendingBits < 32) return;
    this.#words[this.#length++] = this.#pending;
    this.#pendingBits -= 32;
    this.#pending = value >>> (bits - this.#pendingBits);
  }

  /** Fills the last byte with zeros. */
  align(): void {
    this.write(0, -this.#pendingBits & 7);
  }

  /** A copy of the bytes. */
  toBuffer(): Buffer {
    this.#words[this.#length] = this.#pending;
    const bytes = Buffer.from(this.#words.buffer, 0, 4 * this.#length + (this.#pendingBits >>> 3));
    return Buffer.from(bytes);
  }
}
