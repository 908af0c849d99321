import assert from "node:assert/strict";
import type { Style } from "@placard/templates/scene";
import { createCanvas } from "canvas";
import { describe, it } from "mocha";
import { bordered, noImages, paint, placed, placedImage, rounded } from "../testing/example-tree.ts";
import type { Rect } from "../layout/placed.ts";
import type { Images } from "./images.ts";
import { createDisplayList } from "./display-list.ts";
import { listImages } from "./paint-scene.ts";

const [red, green, blue, white] = ["#ff0000", "#008000", "#0000ff", "#ffffff"];
const full = [0, 0, 100, 100] as const;
const fill = (color: string, style: Partial<Style> = {}) => ({ backgroundColor: color, ...style });

describe("painting a card", () => {
  it("paints notched and straight corners without what is outside of them", async () => {
    const square = { x: 0, y: 0 };
    const [notch, bevel] = [-100, 0].map((curve) => ({ x: 40, y: 40, curve }));
    const borderRadius = { topLeft: notch!, topRight: bevel!, bottomRight: square, bottomLeft: square };
    const colorAt = await paint(placed([0, 0, 100, 100], { backgroundColor: "#ff0000", borderRadius }));
    assert.deepEqual([colorAt(30, 30), colorAt(42, 2)], ["#ffffff", "#ff0000"]);
    assert.deepEqual([colorAt(85, 15), colorAt(75, 25)], ["#ffffff", "#ff0000"]);
  });

  it("is white where the card paints nothing", async () => {
    const at = await paint(placed(full, {}, [placed([10, 10, 20, 20], fill(red))]));
    assert.deepEqual([at(9, 9), at(10, 10), at(29, 29), at(30, 30)], [white, red, red, white]);
  });

  it("snaps edges to whole pixels, so that adjacent boxes leave no gap", async () => {
    const boxes = [placed([0, 0, 33.4, 100], fill(red)), placed([33.4, 0, 33.3, 100], fill(blue))];
    const at = await paint(placed(full, {}, boxes));
    assert.deepEqual([at(32, 5), at(33, 5), at(66, 5), at(67, 5)], [red, blue, blue, white]);
  });

  it("clips one axis only by overflow: clip of that axis", async () => {
    const child = placed([0, 0, 100, 100], fill(red));
    const horizontal = await paint(
      placed(full, {}, [placed([0, 0, 50, 50], { overflow: "clip-x" }, [child])]),
    );
    assert.deepEqual([horizontal(10, 90), horizontal(90, 10)], [red, white]);
    const vertical = await paint(placed(full, {}, [placed([0, 0, 50, 50], { overflow: "clip-y" }, [child])]));
    assert.deepEqual([vertical(10, 90), vertical(90, 10)], [white, red]);
  });

  it("paints blocks below text and positioned boxes above it, in the order of z-index", async () => {
    const area = [0, 0, 50, 50] as const;
    const boxes = [
      placed(area, fill(red, { position: "absolute", zIndex: 2 })),
      placed(area, fill(green, { position: "absolute", zIndex: 3 })),
      placed([0, 0, 100, 20], fill(blue, { position: "relative" })),
      placed([60, 0, 40, 100], fill(red)),
      placed([60, 0, 40, 40], fill(green, { position: "absolute", zIndex: -1 })),
    ];
    const at = await paint(placed(full, fill(white), boxes));
    assert.deepEqual([at(10, 10), at(55, 10), at(70, 30)], [green, blue, red]);
  });

  it("paints a positioned box with z-index auto below later boxes of the same stacking context", async () => {
    const inner = placed([0, 0, 100, 100], fill(green, { position: "absolute", zIndex: 5 }));
    const outer = placed(full, fill(red, { position: "relative" }), [inner]);
    const between = placed(full, fill(blue, { position: "relative", zIndex: 4 }));
    assert.equal((await paint(placed(full, {}, [outer, between])))(50, 50), green);
    const stacking = placed(full, fill(red, { position: "relative", zIndex: 0 }), [inner]);
    assert.equal((await paint(placed(full, {}, [stacking, between])))(50, 50), blue);
  });

  it("paints flex items as one, in the order of `order`", async () => {
    const [first, second] = [placed(full, fill(red, { order: 1 })), placed(full, fill(blue))];
    assert.equal((await paint(placed(full, { display: "flex" }, [first, second])))(50, 50), red);
    assert.equal((await paint(placed(full, {}, [first, second])))(50, 50), blue);
  });

  it("clips to the padding box with its corners", async () => {
    const child = placed(full, fill(red));
    const style = { overflow: "hidden", border: bordered(10, blue), borderRadius: rounded(50) } as const;
    const at = await paint(placed(full, {}, [placed(full, style, [child])]));
    assert.deepEqual([at(50, 50), at(50, 5), at(16, 16), at(2, 2)], [red, blue, blue, white]);
  });

  it("clips absolutely positioned boxes only by their containing block and its ancestors", async () => {
    const child = placed([0, 0, 100, 20], fill(red, { position: "absolute" }));
    const clipped = async (position: "static" | "relative") => {
      const clip = placed([0, 0, 50, 50], { overflow: "hidden", position }, [child]);
      return (await paint(placed(full, {}, [clip])))(70, 10);
    };
    assert.deepEqual([await clipped("static"), await clipped("relative")], [red, white]);
  });

  it("makes a group translucent as a whole", async () => {
    const children = [placed([0, 0, 60, 60], fill(red)), placed([0, 0, 60, 60], fill(blue))];
    const at = await paint(placed(full, {}, [placed(full, { opacity: 0.5 }, children)]));
    assert.deepEqual([at(10, 10), at(70, 70)], ["#7f7fff", white]);
  });

  it("transforms around the origin", async () => {
    const style = fill(red, { transform: [{ kind: "rotate", angle: 45 }] });
    const at = await paint(placed(full, {}, [placed([30, 30, 40, 40], style)]));
    assert.deepEqual([at(50, 50), at(50, 24), at(32, 32)], [red, red, white]);
  });

  it("hides invisible boxes, but not their visible descendants", async () => {
    const child = placed([0, 0, 50, 50], fill(red, { visibility: "visible" }));
    const at = await paint(placed(full, {}, [placed(full, fill(blue, { visibility: "hidden" }), [child])]));
    assert.deepEqual([at(10, 10), at(70, 70)], [red, white]);
  });
});

describe("borders", () => {
  it("join sides of different colors at miters", async () => {
    const side = (color: string) => ({ width: 20, color, style: "solid" }) as const;
    const border = { top: side(red), right: side(green), bottom: side(blue), left: side(white) };
    const at = await paint(placed(full, { border }));
    assert.deepEqual([at(80, 10), at(95, 10), at(90, 30), at(70, 90)], [red, green, green, blue]);
  });

  it("have the inner radius that their widths leave", async () => {
    const style = { border: bordered(20, blue), borderRadius: rounded(30), backgroundColor: red };
    const at = await paint(placed(full, style));
    assert.deepEqual([at(2, 2), at(10, 50), at(21, 21), at(25, 25)], [white, blue, blue, red]);
  });

  it("scale radii that overlap", async () => {
    const at = await paint(placed([0, 0, 100, 40], { backgroundColor: red, borderRadius: rounded(999) }));
    assert.deepEqual([at(1, 1), at(1, 20), at(20, 1), at(50, 1)], [white, red, red, red]);
  });

  it("space dashes so that a side starts and ends with one", async () => {
    const at = await paint(placed(full, { border: bordered(4, blue, "dashed") }));
    const row = Array.from({ length: 100 }, (_, x) => at(x, 2) === blue);
    assert.deepEqual(row, row.toReversed());
    assert.ok(row[0] && row.includes(false));
  });

  it("are painted around the box for outlines", async () => {
    const outline = { width: 5, style: "solid", color: blue } as const;
    const at = await paint(placed(full, {}, [placed([30, 30, 40, 40], { outline, outlineOffset: 5 })]));
    assert.deepEqual([at(19, 50), at(22, 50), at(27, 50)], [white, blue, white]);
  });
});

describe("shadows", () => {
  const shadow = { x: 0, y: 0, blur: 0, spread: 0, color: "#000000" };

  it("are painted outside the border box only", async () => {
    const boxShadow = [{ ...shadow, spread: 10 }];
    const at = await paint(placed(full, {}, [placed([30, 30, 40, 40], { boxShadow })]));
    assert.deepEqual([at(25, 50), at(50, 50), at(15, 50)], ["#000000", white, white]);
  });

  it("are symmetric, and half as dark at the edge of the shape as inside", async () => {
    const boxShadow = [{ ...shadow, blur: 20 }];
    const at = await paint(
      placed(full, {}, [placed([30, 30, 40, 40], { boxShadow, borderRadius: rounded(8) })]),
    );
    for (const distance of [1, 5, 12, 20]) {
      const values = [
        at(29 - distance, 50),
        at(70 + distance, 50),
        at(50, 29 - distance),
        at(50, 70 + distance),
      ];
      const grays = values.map((value) => Number.parseInt(value.slice(1, 3), 16));
      assert.ok(Math.max(...grays) - Math.min(...grays) <= 1, values.join());
    }
    const edge = Number.parseInt(at(29, 50).slice(1, 3), 16);
    assert.ok(edge > 115 && edge < 145, String(edge));
  });

  it("look the same for boxes of all sizes", async () => {
    const at = async (width: number) => {
      const box = placed([30, 30, width, 40], { boxShadow: [{ ...shadow, blur: 8 }] });
      const colorAt = await paint(placed([0, 0, 400, 100], {}, [box]), { width: 400 });
      return [colorAt(26, 50), colorAt(30 + width + 3, 50), colorAt(30 + width / 2, 26), colorAt(29, 29)];
    };
    const large = await at(300);
    assert.equal(large[0], large[1]);
    assert.deepEqual(await at(100), large);
  });

  it("leave no gap to a box between pixels, and none between their own parts", async () => {
    const transform = [{ kind: "translate", x: 0.5, y: 0.5 }] as const;
    const paintBox = (boxShadow: Style["boxShadow"]) =>
      paint(placed(full, fill(red), [placed([10, 10, 60, 60], fill("#000000", { boxShadow, transform }))]));
    const sharp = await paintBox([{ ...shadow, x: 20, y: 20 }]);
    assert.deepEqual([sharp(70, 50), sharp(50, 70)], ["#000000", "#000000"]);
    const blurred = await paintBox([{ ...shadow, blur: 4, y: 4 }]);
    const row = Array.from({ length: 40 }, (_, index) => blurred(20 + index, 73));
    assert.equal(new Set(row).size, 1, row.join());
  });
});

describe("gradients", () => {
  const layer = {
    size: { width: "auto", height: "auto" },
    position: { x: { percent: 0, px: 0 }, y: { percent: 0, px: 0 } },
    repeat: { x: "repeat", y: "repeat" },
    origin: "padding-box",
    clip: "border-box",
  } as const;
  const linear = (stops: readonly { color: string; position?: number | { percent: number } }[]) =>
    ({ kind: "linear-gradient", direction: { angle: 90 }, isRepeating: false, stops }) as const;

  it("have hard edges between stops at the same position", async () => {
    const image = linear([
      { color: red, position: 30 },
      { color: blue, position: 30 },
    ]);
    const at = await paint(placed(full, { background: [{ ...layer, image }] }));
    assert.deepEqual([at(0, 0), at(29, 50), at(30, 50), at(99, 99)], [red, red, blue, blue]);
  });

  it("interpolate premultiplied colors", async () => {
    const image = linear([{ color: red }, { color: "#00000000" }]);
    const at = await paint(placed(full, { background: [{ ...layer, image }] }));
    assert.equal(at(50, 50).slice(0, 3), "#ff");
  });

  it("place stops without a position evenly", async () => {
    const image = linear([{ color: red }, { color: green }, { color: blue }]);
    const at = await paint(placed([0, 0, 101, 100], { background: [{ ...layer, image }] }));
    assert.equal(at(50, 50), green);
  });

  it("repeat", async () => {
    const stops = [
      { color: red, position: 0 },
      { color: red, position: 5 },
      { color: blue, position: 5 },
      { color: blue, position: 10 },
    ];
    const at = await paint(
      placed(full, { background: [{ ...layer, image: { ...linear(stops), isRepeating: true } }] }),
    );
    assert.deepEqual([at(2, 0), at(7, 0), at(92, 9), at(97, 9)], [red, blue, red, blue]);
  });

  it("draw stripes of 1 px whose edges are at the centers of pixels", async () => {
    const line = [
      { color: "#00000000", position: 85.5 },
      { color: red, position: 85.5 },
      { color: red, position: 86.5 },
      { color: "#00000000", position: 86.5 },
    ];
    const redAt = async (angle: number, isRepeating: boolean, height: number) => {
      const stops = isRepeating ? [{ color: "#00000000", position: 0 }, ...line.slice(0, 3)] : line;
      const image = { ...linear(stops), direction: { angle }, isRepeating };
      const across = angle === 90;
      const box = across ? ([0, 0, height, 2] as const) : ([0, 0, 2, height] as const);
      const style = { background: [{ ...layer, image }] };
      const at = await paint(placed(box, style), { width: box[2], height: box[3] });
      return Array.from({ length: height }, (_, index) => index).filter(
        (index) => (across ? at(index, 0) : at(0, index)) === red,
      );
    };
    assert.deepEqual(await redAt(0, true, 346), [0, 87, 173, 260]);
    assert.deepEqual(await redAt(180, true, 346), [85, 172, 258, 345]);
    for (let height = 340; height < 360; height++) {
      assert.deepEqual(await redAt(0, false, height), [height - 86], `to top, ${height} px`);
      assert.deepEqual(await redAt(180, false, height), [85], `to bottom, ${height} px`);
      assert.deepEqual(await redAt(90, false, height), [85], `to right, ${height} px`);
    }
  });

  it("paint one repeated row or column of a straight gradient as if it were painted whole", async () => {
    const stops = [{ color: red }, { color: white, position: { percent: 30 } }, { color: "#0000ff40" }];
    const pixelsOf = async (angle: number) => {
      const image = { ...linear(stops), direction: { angle } };
      const style = { background: [{ ...layer, image }], borderRadius: rounded(12) };
      const box = placed([17.5, 13.3, 61.6, 70], style);
      const at = await paint(placed(full, {}, [box]));
      const colors = Array.from({ length: 10_000 }, (_, index) => at(index % 100, Math.floor(index / 100)));
      return Buffer.from(colors.map((color) => color.slice(1)).join(""), "hex");
    };
    for (const angle of [0, 90, 180, 270]) {
      const straight = await pixelsOf(angle);
      const whole = await pixelsOf(angle + 1e-4); // not straight, but at most one level away
      const differences = straight.map((value, index) => Math.abs(value - whole[index]!));
      assert.ok(Math.max(...differences) <= 1, `${angle}°`);
    }
  });

  it("reach corners with a radial shape, and are tiled", async () => {
    const image = {
      kind: "radial-gradient",
      shape: "circle",
      size: { x: 4, y: 4 },
      center: { x: { percent: 50, px: 0 }, y: { percent: 50, px: 0 } },
      isRepeating: false,
      stops: [
        { color: red, position: { percent: 100 } },
        { color: white, position: { percent: 100 } },
      ],
    } as const;
    const size = { width: 20, height: 20 };
    const at = await paint(placed(full, { background: [{ ...layer, image, size }] }));
    assert.deepEqual([at(10, 10), at(30, 70), at(19, 10), at(20, 20)], [red, red, white, white]);
  });
});

describe("images", () => {
  const source = { kind: "asset", id: "logo", width: 20, height: 10 } as const;
  const canvas = createCanvas(20, 10);
  const context = canvas.getContext("2d");
  context.fillStyle = red;
  context.fillRect(0, 0, 10, 10);
  context.fillStyle = blue;
  context.fillRect(10, 0, 10, 10);
  const images: Images = { ...noImages, pixels: () => canvas };
  const paintFit = (objectFit: Style["objectFit"]) =>
    paint(placed(full, {}, [placedImage(full, source, { objectFit })]), { images });

  it("fill, cover or fit into their content box", async () => {
    const fills = await paintFit("fill");
    assert.deepEqual([fills(5, 5), fills(95, 95)], [red, blue]);
    const covers = await paintFit("cover");
    assert.deepEqual([covers(5, 5), covers(95, 95)], [red, blue]);
    const contained = await paintFit("contain");
    assert.deepEqual([contained(5, 20), contained(5, 50), contained(95, 50)], [white, red, blue]);
    const natural = await paintFit("none");
    assert.deepEqual([natural(38, 50), natural(42, 50), natural(58, 50)], [white, red, blue]);
  });

  it("are repeated a whole number of times, scaled or with space between", async () => {
    const start = { percent: 0, px: 0 };
    const paintRepeat = (repeat: "round" | "space") =>
      paint(
        placed(full, {
          background: [
            {
              ...{ image: source, size: { width: 40, height: 40 }, position: { x: start, y: start } },
              ...{ repeat: { x: repeat, y: repeat }, origin: "padding-box", clip: "border-box" },
            },
          ],
        }),
        { images },
      );
    const spaced = await paintRepeat("space");
    assert.deepEqual([spaced(5, 5), spaced(50, 5), spaced(5, 50)], [red, white, white]);
    assert.deepEqual([spaced(64, 64), spaced(94, 94)], [red, blue]);
    const round = await paintRepeat("round");
    assert.deepEqual([round(5, 5), round(36, 50), round(64, 98), round(98, 98)], [red, red, blue, blue]);
  });

  it("are shown whole with object-fit: auto if they have a ground, which continues them", async () => {
    const ground = { color: green, isTransparent: false };
    let count = 0;
    const show = (found: Images["ground"], style: Partial<Style> = {}) => {
      const image = { ...source, id: `image ${count++}` }; // the same image always has the same ground
      const root = placed(full, {}, [placedImage(full, image, { objectFit: "auto", ...style })]);
      return paint(root, { images: { ...images, ground: found } });
    };
    const cropped = await show(() => undefined);
    assert.deepEqual([cropped(5, 5), cropped(95, 95)], [red, blue]);
    const whole = await show(() => ground);
    assert.deepEqual([whole(5, 20), whole(5, 50), whole(95, 50)], [green, red, blue]);
    const cutOut = await show(() => ({ ...ground, isTransparent: true }));
    assert.deepEqual([cutOut(4, 50), cutOut(12, 50), cutOut(50, 20)], [green, red, green]);
    const inFront = await show(() => ({ ...ground, isTransparent: true }), { backgroundColor: white });
    assert.deepEqual([inFront(4, 50), inFront(12, 50)], [white, red]);
  });

  it("are enlarged with object-fit: auto until their subject reaches the margin, up to twice the size", async () => {
    const show = (subject: Rect, id: string) => {
      const ground = { color: green, isTransparent: false, subject };
      const root = placed(full, {}, [placedImage(full, { ...source, id }, { objectFit: "auto" })]);
      return paint(root, { images: { ...images, ground: () => ground } });
    };
    const middle = await show({ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }, "subject in the middle");
    assert.deepEqual([middle(30, 12), middle(70, 12), middle(50, 3)], [red, blue, green]);
    const corner = await show({ x: 0, y: 0, width: 0.1, height: 0.1 }, "subject in a corner");
    assert.deepEqual([corner(35, 60), corner(50, 60), corner(50, 40)], [green, red, green]);
    const filled = await show({ x: 0, y: 0, width: 1, height: 1 }, "no margins");
    assert.deepEqual([filled(5, 20), filled(5, 50), filled(95, 50)], [green, red, blue]);
  });

  it("are cropped around their upper part with object-fit: auto, and around a given position", async () => {
    const tall = createCanvas(10, 40);
    const pixels = tall.getContext("2d");
    [red, green, blue].forEach((color, index) => {
      pixels.fillStyle = color;
      pixels.fillRect(0, [0, 12, 20][index]!, 10, 20);
    });
    const show = (style: Partial<Style>, id: string) =>
      paint(placed(full, {}, [placedImage(full, { ...source, id, width: 10, height: 40 }, style)]), {
        images: { ...images, pixels: () => tall },
      });
    const upper = await show({ objectFit: "auto" }, "upper");
    assert.deepEqual([upper(50, 2), upper(50, 98)], [red, green]);
    const middle = { x: { percent: 50, px: 0 }, y: { percent: 50, px: 0 } };
    for (const style of [{ objectFit: "cover" }, { objectFit: "auto", objectPosition: middle }] as const) {
      const centered = await show(style, style.objectFit);
      assert.deepEqual([centered(50, 2), centered(50, 98)], [green, blue]);
    }
  });

  it("are clipped to the corners of their content box", async () => {
    const style = { borderRadius: rounded(50), border: bordered(10, green) };
    const at = await paint(placed(full, {}, [placedImage(full, source, style)]), { images });
    assert.deepEqual([at(1, 1), at(5, 50), at(20, 50), at(16, 16)], [white, green, red, green]);
  });

  it("are listed with the size in which they are painted", () => {
    const style = { objectFit: "contain", transform: [{ kind: "scale", x: 2, y: 2 }] } as const;
    const root = placed(full, {}, [placedImage(full, source, style)]);
    assert.deepEqual(listImages(createDisplayList(root, noImages)), [
      { source, size: { width: 200, height: 100 }, isTrimmed: false },
    ]);
  });

  it("are missing if they are unavailable", async () => {
    const remote = { kind: "remote", url: "https://example.com/a.png", field: "image" } as const;
    const at = await paint(placed(full, {}, [placedImage(full, remote, fill(red))]));
    assert.equal(at(50, 50), red);
  });
});

describe("extreme lengths", () => {
  const gradient = {
    kind: "linear-gradient",
    direction: { angle: 45 },
    isRepeating: true,
    stops: [{ color: red }, { color: blue, position: 3 }],
  } as const;
  const layer = {
    position: { x: { percent: 0, px: 0 }, y: { percent: 0, px: 0 } },
    repeat: { x: "repeat", y: "repeat" },
    origin: "padding-box",
    clip: "border-box",
  } as const;
  const boxShadow = [{ x: 3, y: 3, blur: 64, spread: 9, color: red }];
  const scale = (factor: number) => [{ kind: "scale", x: factor, y: factor }] as const;
  const half = { x: { percent: 0, px: 50 }, y: { percent: 0, px: 50 } };

  it("take no more time and memory than what can be seen of them", async () => {
    const huge = [-100_000, -100_000, 1_000_000, 1_000_000] as const;
    for (const size of [0.001, 1, 900_000]) {
      const background = [{ ...layer, image: gradient, size: { width: size, height: size } }];
      for (const style of [{ background }, { background, borderRadius: rounded(99_999), boxShadow }]) {
        await paint(placed(full, {}, [placed(huge, style)]));
        await paint(placed(full, {}, [placed(huge, { ...style, transform: scale(0.001) })]));
        await paint(placed(full, {}, [placed(full, { ...style, transform: scale(5000) })]));
      }
    }
  });

  it("paint shadows and borders of boxes that reach far beyond the card", async () => {
    const border = bordered(20, blue);
    const wide = placed([20, 30, 1_000_000, 40], { border, boxShadow, transformOrigin: half });
    const at = await paint(placed(full, {}, [wide]));
    assert.deepEqual([at(30, 50), at(90, 40)], [blue, blue]);
    assert.notEqual(at(90, 80), white);
  });
});
