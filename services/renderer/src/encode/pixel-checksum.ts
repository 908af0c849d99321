const modulus = 65_521;

/** Adler-32 (RFC 1950, 8.2) of the filtered rows of a PNG: red, green and blue of each pixel. */
export class PixelChecksum {
  #sum = 1;
  #sumOfSums = 0;

  /** Starts again, without bytes. */
  start(): void {
    this.#sum = 1;
    this.#sumOfSums = 0;
  }

  get value(): number {
    return (this.#sumOfSums % modulus) * 65_536 + (this.#sum % modulus);
  }

  /** Starts a row with a byte for its filter type. */
  addFilter(type: number): void {
    this.#sum = (this.#sum + type) % modulus; // rarely enough to be fast, and often enough for exact numbers
    this.#sumOfSums = (this.#sumOfSums + this.#sum) % modulus;
  }

  addPixels(pixels: Uint32Array, start: number, count: number): void {
    let [sum, sumOfSums] = [this.#sum, this.#sumOfSums];
    for (let place = start; place < start + count; place++) {
      const pixel = pixels[place]!;
      sumOfSums += sum += (pixel >>> 16) & 255;
      sumOfSums += sum += (pixel >>> 8) & 255;
      sumOfSums += sum += pixel & 255;
    }
    this.#sum = sum;
    this.#sumOfSums = sumOfSums;
  }

  /** Adds `count` pixels that are all the same. Each byte counts as often in the sum of sums as there are bytes from it on. */
  addRun(pixel: number, count: number): void {
    const [red, green, blue] = [(pixel >>> 16) & 255, (pixel >>> 8) & 255, pixel & 255];
    const ofReds = (3 * count * (count + 1)) / 2;
    this.#sumOfSums +=
      3 * count * this.#sum + red * ofReds + green * (ofReds - count) + blue * (ofReds - 2 * count);
    this.#sum += count * (red + green + blue);
  }
}
