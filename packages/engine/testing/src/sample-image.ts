import sharp from "sharp";
import type { ImageLoader } from "../../dist/index.js";

/** A vase on a table. */
const vase = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800">
  <rect width="800" height="800" fill="#e9dcc9"/>
  <rect y="560" width="800" height="240" fill="#b98a5e"/>
  <circle cx="600" cy="210" r="110" fill="#f6b26b"/>
  <ellipse cx="400" cy="590" rx="190" ry="26" fill="#8a6240"/>
  <path d="M330 190h140v60c0 60 90 110 90 210 0 80-70 130-160 130s-160-50-160-130c0-100 90-150 90-210z" fill="#2f6f73"/>
  <path d="M330 190h140v24H330z" fill="#245558"/>
</svg>`;

/** A person. */
const portrait = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800">
  <rect width="800" height="800" fill="#c9d6df"/>
  <circle cx="400" cy="320" r="156" fill="#e8b98f"/>
  <path d="M236 300c0-120 80-184 168-184s164 60 164 176c-40-60-120-80-164-80s-120 20-168 88z" fill="#4a2f27"/>
  <path d="M120 800c0-180 120-280 280-280s280 100 280 280z" fill="#2f4858"/>
</svg>`;

/** A sign with a transparent ground. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800">
  <rect width="800" height="800" rx="176" fill="#1f4fd6"/>
  <path d="M200 560V240h120l80 160 80-160h120v320H496V384l-96 176-96-176v176z" fill="#ffffff"/>
</svg>`;

/** A lighthouse at sunset. */
const cover = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#132a4f"/><stop offset=".6" stop-color="#e2725b"/><stop offset="1" stop-color="#f7c67a"/></linearGradient></defs>
  <rect width="800" height="800" fill="url(#sky)"/>
  <circle cx="400" cy="470" r="150" fill="#ffe3a8"/>
  <path d="M0 560c120-40 220 30 340 0s220-60 460 0v240H0z" fill="#0d1d38"/>
  <path d="M560 250h40l20 330h-80z" fill="#f4efe6"/>
  <path d="M556 210h48v44h-48z" fill="#0d1d38"/>
</svg>`;

/** The sample images, by a word in their URL. */
const images = { portrait, logo, podcast: cover };

/** Provides sample images in place of remote ones. */
export const sampleImages: ImageLoader = {
  measure: () => Promise.resolve({ width: 800, height: 800 }),
  async load(source, { width, height }) {
    const url = JSON.stringify(source);
    const [, svg = vase] = Object.entries(images).find(([word]) => url.includes(word)) ?? [];
    const image = sharp(Buffer.from(svg)).resize(width, height, { fit: "fill" }).ensureAlpha();
    return { width, height, rgba: await image.raw().toBuffer() };
  },
};
