import sharp from "sharp";
import type { ImageLoader } from "../../dist/card-images.js";

/** A vase on a table: the remote image of the sample cards at every size. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800">
  <rect width="800" height="800" fill="#e9dcc9"/>
  <rect y="560" width="800" height="240" fill="#b98a5e"/>
  <circle cx="600" cy="210" r="110" fill="#f6b26b"/>
  <ellipse cx="400" cy="590" rx="190" ry="26" fill="#8a6240"/>
  <path d="M330 190h140v60c0 60 90 110 90 210 0 80-70 130-160 130s-160-50-160-130c0-100 90-150 90-210z" fill="#2f6f73"/>
  <path d="M330 190h140v24H330z" fill="#245558"/>
</svg>`;

/** Provides the sample image in place of remote ones. */
export const sampleImages: ImageLoader = {
  measure: () => Promise.resolve({ width: 800, height: 800 }),
  async load(_source, { width, height }) {
    const image = sharp(Buffer.from(svg)).resize(width, height, { fit: "fill" }).ensureAlpha();
    return { width, height, rgba: await image.raw().toBuffer() };
  },
};
