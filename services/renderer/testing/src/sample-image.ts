import sharp from "sharp";

/** A vase on a table: the remote image of the sample cards at every size. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800">
  <rect width="800" height="800" fill="#e9dcc9"/>
  <rect y="560" width="800" height="240" fill="#b98a5e"/>
  <circle cx="600" cy="210" r="110" fill="#f6b26b"/>
  <ellipse cx="400" cy="590" rx="190" ry="26" fill="#8a6240"/>
  <path d="M330 190h140v60c0 60 90 110 90 210 0 80-70 130-160 130s-160-50-160-130c0-100 90-150 90-210z" fill="#2f6f73"/>
  <path d="M330 190h140v24H330z" fill="#245558"/>
</svg>`;

/** Resolves with the sample image, cropped to a size in pixels, in place of one fetched from its URL. */
export async function fetchSampleImage(_url: string, { width, height }: { width: number; height: number }) {
  const rgba = await sharp(Buffer.from(svg))
    .resize(width, height, { fit: "cover" })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { width, height, rgba };
}
