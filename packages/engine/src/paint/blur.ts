/** Coverage of pixels, row by row, from 0 to 255. */
export interface AlphaMask {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** Boxes that approximate a Gaussian: three are as close as eight bits can tell. */
const passes = 3;

/**
 * Blurs a mask with a standard deviation in pixels, by box blurs with fractional edges (Gwosdek et al.,
 * 2011). Pixels outside the mask count as 0: leave a margin of three deviations.
 */
export function blurMask({ width, height, values }: AlphaMask, sigma: number): AlphaMask {
  if (sigma <= 0) return { width, height, values };
  const box = boxOf(sigma);
  const transposed = new Float32Array(values.length);
  blurRows(values, transposed, width, height, box);
  const blurred = new Float32Array(values.length);
  blurRows(transposed, blurred, height, width, box);
  return { width, height, values: blurred };
}

export interface Box {
  /** The number of whole pixels on each side of the middle. */
  readonly radius: number;
  /** The weight of the pixels after those. */
  readonly edge: number;
}

/** The box that blurs with a standard deviation when it is applied three times. */
export function boxOf(sigma: number): Box {
  const variance = (sigma * sigma) / passes;
  const radius = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  const edge =
    ((2 * radius + 1) * (radius * (radius + 1) - 3 * variance)) / (6 * (variance - (radius + 1) ** 2));
  return { radius, edge };
}

/** Blurs rows completely and writes them as columns, so that the next call blurs the columns. */
function blurRows(source: Float32Array, target: Float32Array, width: number, height: number, box: Box): void {
  const margin = box.radius + 1;
  let line = new Float64Array(width + 2 * margin);
  let next = new Float64Array(width + 2 * margin);
  for (let y = 0; y < height; y++) {
    line.set(source.subarray(y * width, (y + 1) * width), margin);
    for (let pass = 0; pass < passes; pass++) {
      blurLine(line, next, width, box);
      [line, next] = [next, line];
    }
    for (let x = 0; x < width; x++) target[x * height + y] = line[margin + x]!;
  }
}

/** Both lines have a margin of zeros, so that no index is out of range. */
function blurLine(line: Float64Array, target: Float64Array, width: number, { radius, edge }: Box): void {
  const scale = 1 / (2 * radius + 1 + 2 * edge);
  const diameter = 2 * radius + 1;
  let sum = 0;
  for (let index = 0; index < diameter; index++) sum += line[index]!;
  for (let x = 0; x < width; x++) {
    const before = line[x]!;
    sum += line[x + diameter]! - before;
    target[x + radius + 1] = (sum + edge * (before + line[x + diameter + 1]!)) * scale;
  }
}
