import assert from "node:assert/strict";
import type { ImageSource } from "@placard/templates/scene";
import { createDisplayList } from "./display-list.ts";
import { noImages, placed, placedImage } from "../testing/example-tree.ts";
import { imageWarnings } from "./image-warnings.ts";
import type { Images } from "./images.ts";

const full = [0, 0, 400, 400] as const;
const remote: ImageSource = { kind: "remote", url: "https://example.com/a.png", field: "image" };

function warningsFor(
  source: ImageSource,
  images: Partial<Images> = {},
  style = { objectFit: "auto" } as const,
) {
  const all = { ...noImages, ...images };
  const root = placed(full, {}, [placedImage(full, source, style)]);
  return imageWarnings(root.node, createDisplayList(root, all), all, {
    logo: { onDark: { id: "logo", contentType: "image/png", width: 9, height: 9 } },
  });
}

describe("image warnings", () => {
  it("name the field of an image that was enlarged more than twice, and the size that it needs", () => {
    const [warning, ...others] = warningsFor(remote, { remoteSize: () => ({ width: 100, height: 50 }) });
    assert.equal(others.length, 0);
    assert.deepEqual([warning?.code, warning?.field], ["image_enlarged", "image"]);
    assert.match(warning?.message ?? "", /has 100×50 pixels.+800×400 pixels/);
  });

  it("count what is drawn: an image that is shown whole is smaller", () => {
    const remoteSize = () => ({ width: 200, height: 100 });
    assert.equal(warningsFor(remote, { remoteSize }).length, 1);
    const ground = () => ({ color: "#ffffff", isTransparent: false });
    assert.deepEqual(warningsFor(remote, { remoteSize, ground }), []);
  });

  it("name the logo of a brand, and no image of the template", () => {
    const logo: ImageSource = { kind: "asset", id: "logo", width: 20, height: 20 };
    assert.deepEqual(
      warningsFor(logo).map(({ field }) => field),
      ["brand/logo/onDark"],
    );
    assert.deepEqual(warningsFor({ ...logo, id: "other" }), []);
  });
});
