import assert from "node:assert/strict";
import sharp from "sharp";
import { findGround } from "./image-ground.ts";

/** The ground of a drawing with 100 × 100 units. */
async function groundOf(content: string, format: "png" | "jpeg" = "png") {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="200" height="200">${content}</svg>`;
  const file = await sharp(Buffer.from(svg)).toFormat(format, { quality: 60 }).toBuffer();
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return findGround({ width: info.width, height: info.height, rgba: data });
}

const ground = (color: string) => `<rect width="100" height="100" fill="${color}"/>`;
const subject = (color: string) => `<path d="M35 15h30l20 40H15zM45 55h10v35H45z" fill="${color}"/>`;

describe("the ground of an image", () => {
  it("is the color of plain edges", async () => {
    const found = await groundOf(ground("#336699") + subject("#ffffff"));
    assert.deepEqual(found, { color: "#336699", isTransparent: false });
  });

  it("is found despite the noise of JPEG", async () => {
    const found = await groundOf(ground("#ffffff") + subject("#202020"), "jpeg");
    assert.match(found?.color ?? "", /^#f[a-f]f[a-f]f[a-f]$/);
  });

  it("has a subject if it is a white margin, and only then", async () => {
    const found = await groundOf(ground("#fcfcfc") + subject("#202020"));
    const { x, y, width, height } = found!.subject!;
    const box = [x, y, x + width, y + height].map((share) => Math.round(20 * share) / 20);
    assert.deepEqual(box, [0.15, 0.15, 0.85, 0.9]);
    assert.equal((await groundOf(ground("#ffffff")))?.subject, undefined);
    assert.equal((await groundOf(ground("#336699") + subject("#ffffff")))?.subject, undefined);
  });

  it("is neutral behind a transparent image, and contrasts with it", async () => {
    const [dark, bright] = [await groundOf(subject("#203040")), await groundOf(subject("#fafafa"))];
    assert.deepEqual([dark?.isTransparent, bright?.isTransparent], [true, true]);
    assert.ok(dark!.color > "#e" && bright!.color < "#4");
  });

  it("does not exist for images with several colors at their edges", async () => {
    const photo = `${ground("#e9dcc9")}<rect y="60" width="100" height="40" fill="#b98a5e"/>`;
    assert.equal(await groundOf(photo), undefined);
    assert.equal(
      await groundOf(`${ground("#ffffff")}<circle cx="50" cy="110" r="45" fill="#884422"/>`),
      undefined,
    );
  });

  it("is found in images of one pixel", async () => {
    assert.deepEqual(findGround({ width: 1, height: 1, rgba: Uint8Array.of(1, 2, 3, 255) }), {
      color: "#010203",
      isTransparent: false,
    });
  });
});
