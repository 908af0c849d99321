import type { Brand, Recipe } from "@placard/contracts";
import { hashJson } from "@placard/contracts/hash-json";
import type { TemplateDocument } from "./document.ts";

/** The size of fallback images in pixels: the one that all platforms show as a large card. */
const [width, height] = [1200, 630];

/** The colors of the plain fallback image, and of brands without colors. */
const neutralColors = { ground: "#eef1f6", ink: "#27324a", muted: "#56627c", accent: "#7183a8" } as const;

/** The template of fallback images: the brand's logo or name, and its site; without them, shapes. */
export const fallbackDocument: TemplateDocument = {
  template: {
    id: "fallback",
    name: "Fallback",
    description: "Shown while the image of a link is not available",
    fields: {},
    required: [],
    listed: [],
    samples: [{ name: "plain", data: {} }],
  },
  html: `<style>
  main {
    position: relative;
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    padding: 72px 96px 88px;
    overflow: hidden;
    background: var(--ground);
    color: var(--ink);
    font-family: var(--font-body);
    text-align: center;
    overflow-wrap: anywhere;
  }
  i {
    position: absolute;
    border-radius: 50%;
    background: var(--tint);
  }
  .large {
    left: -170px;
    bottom: -300px;
    width: 620px;
    height: 620px;
  }
  .middle {
    right: -90px;
    top: -150px;
    width: 420px;
    height: 420px;
  }
  .small {
    right: 250px;
    bottom: -70px;
    width: 190px;
    height: 190px;
  }
  .strip {
    position: absolute;
    left: 0;
    right: 0;
    bottom: 0;
    height: 14px;
    background: var(--highlight-gradient);
  }
  .brand {
    position: relative;
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 36px;
    width: 100%;
    height: 100%;
  }
  img {
    max-width: 720px;
    height: 200px;
    object-fit: contain;
  }
  .name {
    flex: 0 1 auto;
    width: 100%;
    max-height: 320px;
    font-family: var(--font-heading);
    font-size: fit(40px, 120px);
    font-weight: 700;
    letter-spacing: -0.022em;
    line-height: 1.16;
    line-clamp: 3;
    text-wrap: balance;
  }
  .site {
    width: 100%;
    color: var(--muted);
    font-size: 36px;
    font-weight: 500;
    line-height: 1.35;
    line-clamp: 1;
  }
</style>
<main>
  <i class="large"></i>
  <i class="middle"></i>
  <i class="small"></i>
  <div class="brand" if="brand.logo or brand.name or brand.site">
    <img if="brand.logo" src="{{brand.logo}}" alt="" />
    <div class="name" if="brand.name" unless="brand.logo" dir="{{brand.name | direction}}">{{brand.name}}</div>
    <div class="name" if="brand.site" unless="brand.logo or brand.name">{{brand.site}}</div>
    <div class="site" if="brand.site and brand.logo or brand.site and brand.name">{{brand.site}}</div>
  </div>
  <div class="strip"></div>
</main>
`,
  assets: {},
};

const template = { id: "fallback", version: 1, hash: hashJson(fallbackDocument) };

/** The recipe of a fallback image. The plain one has an empty brand. */
export function fallbackRecipe(owner: string, brand: Brand, format: Recipe["format"]): Recipe {
  const colored = { ...brand, colors: brand.colors ?? neutralColors };
  return { owner, template, data: {}, brand: colored, width, height, format, quality: 90 };
}
