import sharp from "sharp";

/** Pixels as RGB bytes. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Side of the square window in pixels. */
const side = 8;
const c1 = (0.01 * 255) ** 2;
const c2 = (0.03 * 255) ** 2;

/** Decodes an image; transparent pixels become white. */
export async function decodePixels(bytes: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/**
 * The mean structural similarity of two images of the same size: 1 for equal ones (Wang et al. 2004, with a
 * uniform window). Computed for red, green and blue at full resolution, and averaged.
 */
export function computeSsim(a: Pixels, b: Pixels): number {
  if (a.width !== b.width || a.height !== b.height) return 0;
  return (ssimOfChannel(a, b, 0) + ssimOfChannel(a, b, 1) + ssimOfChannel(a, b, 2)) / 3;
}

function ssimOfChannel(a: Pixels, b: Pixels, channel: number): number {
  const { width, height } = a;
  // Sums over the last `side` rows, per column: of x, y, x², y² and xy.
  const columns = Array.from({ length: 5 }, () => new Float64Array(width)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [sx, sy, sxx, syy, sxy] = columns;
  const add = (row: number, sign: 1 | -1) => {
    for (let column = 0, at = row * width * 3 + channel; column < width; column++, at += 3) {
      const x = a.data[at]!;
      const y = b.data[at]!;
      sx[column]! += sign * x;
      sy[column]! += sign * y;
      sxx[column]! += sign * x * x;
      syy[column]! += sign * y * y;
      sxy[column]! += sign * x * y;
    }
  };
  let total = 0;
  for (let row = 0; row < height; row++) {
    add(row, 1);
    if (row >= side) add(row - side, -1);
    if (row >= side - 1) total += ssimOfRow(columns, width);
  }
  return total / ((height - side + 1) * (width - side + 1));
}

/** Sums the similarity of all windows whose last row is the current one. */
function ssimOfRow([sx, sy, sxx, syy, sxy]: readonly Float64Array[], width: number): number {
  const n = side * side;
  let [x, y, xx, yy, xy, total] = [0, 0, 0, 0, 0, 0];
  for (let column = 0; column < width; column++) {
    x += sx![column]!;
    y += sy![column]!;
    xx += sxx![column]!;
    yy += syy![column]!;
    xy += sxy![column]!;
    if (column >= side) {
      const left = column - side;
      x -= sx![left]!;
      y -= sy![left]!;
      xx -= sxx![left]!;
      yy -= syy![left]!;
      xy -= sxy![left]!;
    }
    if (column < side - 1) continue;
    const [mx, my] = [x / n, y / n];
    const [vx, vy, cov] = [xx / n - mx * mx, yy / n - my * my, xy / n - mx * my];
    total += ((2 * mx * my + c1) * (2 * cov + c2)) / ((mx * mx + my * my + c1) * (vx + vy + c2));
  }
  return total;
}
