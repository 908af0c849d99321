/** Coverage of pixels, row by row, from 0 to 255. */
export interface AlphaMask {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** Boxes that approximate a Gaussian: three are as close as eight bits can tell. */
const passes = 3;

/**
 * Blurs a mask with a standard deviation in pixels, as a sequence of box blurs with fractional edges (Gwosdek et al., 2011).
 * Pixels outside the mask count as 0: leave a margin of three deviations.
 */
export function blurMask({ width, height, values }: AlphaMask, sigma: number): AlphaMask {
  if (sigma <= 0) return { width, height, values };
  const variance = (sigma * sigma) / passes;
  const radius = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  const edge =
    ((2 * radius + 1) * (radius * (radius + 1) - 3 * variance)) / (6 * (variance - (radius + 1) ** 2));
  let current = values;
  let next: Float32Array = new Float32Array(values.length);
  for (let pass = 0; pass < 2 * passes; pass++) {
    // Each pass blurs rows and transposes, so that the next one blurs columns.
    const isEven = pass % 2 === 0;
    blurRows(current, next, isEven ? width : height, isEven ? height : width, { radius, edge });
    [current, next] = [next, pass === 0 ? new Float32Array(values.length) : current];
  }
  return { width, height, values: current };
}

function blurRows(
  source: Float32Array,
  target: Float32Array,
  width: number,
  height: number,
  { radius, edge }: { radius: number; edge: number },
): void {
  const scale = 1 / (2 * radius + 1 + 2 * edge);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x++) sum += source[start + x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += source[start + x + radius]!;
      const before = x - radius - 1 >= 0 ? source[start + x - radius - 1]! : 0;
      const after = x + radius + 1 < width ? source[start + x + radius + 1]! : 0;
      target[x * height + y] = (sum + edge * (before + after)) * scale;
      if (x - radius >= 0) sum -= source[start + x - radius]!;
    }
  }
}
