import { readBuiltInTemplate } from "../../packages/template-store/dist/index.js";

const size = { width: 1200, height: 630 };

/** The longer side of the guides' pictures, in pixels. */
const maxSide = 960;

/**
 * The cards that docs/built-in-templates.md shows of a template: its first sample and, if it has fields for
 * images, the same with images.
 */
export function builtInCards(template) {
  const { id, name, samples } = template;
  const data = samples[0]?.data ?? {};
  const images = imagesFor(template.data);
  const card = { template, ...size, maxSide };
  const text = `A card of the template ${name}`;
  const plain = { ...card, file: `built-in/${id}.webp`, text, data };
  if (Object.keys(images).length === 0) return [plain];
  const withImages = { file: `built-in/${id}-images.webp`, text: `${text} with images` };
  return [plain, { ...card, ...withImages, data: { ...data, ...images } }];
}

/** The card of docs/quick-start.md. */
export function quickStartCard() {
  const data = { title: "Hello, Placard", author: "Ada Lovelace" };
  const template = readBuiltInTemplate("blog");
  return { file: "built-in/quick-start.webp", template, data, ...size, maxSide };
}

/**
 * The cards of the console's front page and of the README. Their longer side differs from the guides'
 * pictures: esbuild writes one file for two entry points with the same content.
 */
export function overviewCards() {
  const shown = { blog: {}, product: { image: pictureFor("image") }, event: {} };
  return Object.entries(shown).map(([id, images]) => {
    const template = readBuiltInTemplate(id);
    const data = { ...template.samples[0]?.data, ...images };
    return { file: `../services/console/src/samples/${id}.webp`, template, data, ...size, maxSide: 880 };
  });
}

/** Values for all fields for images. */
function imagesFor({ properties = {} }) {
  const fields = Object.entries(properties).flatMap(([name, { format: kind, items }]) => {
    if (kind === "image-url") return [[name, pictureFor(name)]];
    const images = items?.properties ? imagesFor(items) : {};
    if (Object.keys(images).length === 0) return [];
    return [[name, speakers.map((speaker) => ({ ...speaker, ...images }))]];
  });
  return Object.fromEntries(fields);
}

const speakers = [{ name: "Maren Solberg" }, { name: "Tomás Oliveira" }];

function pictureFor(field) {
  const isPortrait = /author|photo|avatar|portrait/i.test(field);
  const picture = isPortrait ? "portrait" : ({ image: "lamp", logo: "logo" }[field] ?? "cover");
  return `https://example.com/${picture}.jpg`;
}
