import sharp from "sharp";
import type { PictureSource } from "../scene/draw-card.ts";

/** A vase on a table, drawn for the purpose: stands for the product pictures of the samples at any size. */
const still = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800">
  <rect width="800" height="800" fill="#e9dcc9"/>
  <rect y="560" width="800" height="240" fill="#b98a5e"/>
  <circle cx="600" cy="210" r="110" fill="#f6b26b"/>
  <ellipse cx="400" cy="590" rx="190" ry="26" fill="#8a6240"/>
  <path d="M330 190h140v60c0 60 90 110 90 210 0 80-70 130-160 130s-160-50-160-130c0-100 90-150 90-210z" fill="#2f6f73"/>
  <path d="M330 190h140v24H330z" fill="#245558"/>
</svg>`;

/** Gives the sample picture, cropped to cover the size asked for. */
export const samplePicture: PictureSource = async ({ width, height }) => {
  const { data } = await sharp(Buffer.from(still))
    .resize(width, height, { fit: "cover" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, rgba: data };
};
