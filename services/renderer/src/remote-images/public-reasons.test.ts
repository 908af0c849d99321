import assert from "node:assert/strict";
import { decodingReasonOf, formatReasonOf } from "./public-reasons.ts";

describe("the public reason of a file that is not used", () => {
  it("distinguishes web pages from other files, and large images from damaged ones", () => {
    const page = "its URL leads to a web page, not to an image file";
    for (const text of ["<!DOCTYPE html>", "\n <html lang='en'>"])
      assert.equal(formatReasonOf(Buffer.from(text)), page);
    for (const text of ["", "%PDF-1.7", "<svg/>", "<htmlx>"])
      assert.equal(formatReasonOf(Buffer.from(text)), "it is not PNG, JPEG, WebP, AVIF or GIF");
    assert.equal(
      decodingReasonOf("decoding failed: more than 40000000 pixels"),
      "it has more than 40 megapixels",
    );
    assert.equal(decodingReasonOf("decoding failed: decoder exited"), "its file is damaged or incomplete");
  });
});
