import { build } from "../build.js";
import { element } from "../page.js";
import { ownAddress } from "./draw.js";

const domain = "example.com";

/**
 * @typedef {object} Words what a page's tags say besides the picture
 * @property {string} title
 * @property {string} description
 */

/** How each place sets a link with a large picture. @type {readonly [string, (picture: Node, words: Words) => Node[]][]} */
const places = [
  [
    "X",
    (picture, { title }) => [
      shot(picture, build("span", { className: "chip" }, title)),
      small(`From ${domain}`),
    ],
  ],
  [
    "Facebook",
    (picture, { title, description }) => [
      shot(picture),
      build("div", { className: "caption" }, small(domain.toUpperCase()), strong(title), text(description)),
    ],
  ],
  [
    "LinkedIn",
    (picture, { title }) => [
      shot(picture),
      build("div", { className: "caption" }, strong(title), small(domain)),
    ],
  ],
  [
    "Slack",
    (picture, { title, description }) => [
      build("div", { className: "caption" }, small(domain), strong(title), text(description)),
      shot(picture),
    ],
  ],
  [
    "WhatsApp",
    (picture, { title, description }) => [
      shot(picture),
      build("div", { className: "caption" }, strong(title), text(description), small(domain)),
      build("p", { className: "link" }, `https://${domain}/`),
    ],
  ],
];

/**
 * Shows a card as the places show it where people pass links on. They crop to 1.91 to 1, all of them.
 * @param {import("./draw.js").Drawn} drawn
 * @param {Words} words
 */
export function showFrames({ image }, words) {
  const figures = places.map(([name, draw]) => {
    // What is on it was said at the preview.
    const picture = build("img", { src: ownAddress(image), alt: "" });
    const frame = build("div", { className: `frame ${name.toLowerCase()}` }, ...draw(picture, words));
    return build("figure", {}, build("figcaption", {}, name), frame);
  });
  element("frames").replaceChildren(...figures);
}

/**
 * What a page with such a card would say of itself.
 * @param {Readonly<Record<string, string>>} data
 * @returns {Words}
 */
export function wordsOf(data) {
  const title = data["title"] ?? data["name"] ?? Object.values(data)[0] ?? "Untitled";
  const rest = [data["date"], data["time"], data["location"], data["price"]];
  const description = data["description"] ?? data["tagline"] ?? rest.filter(Boolean).join(" · ");
  return { title, description };
}

/** @param {...Node} children */
function shot(...children) {
  return build("div", { className: "shot" }, ...children);
}

/** @param {string} words */
function strong(words) {
  return build("p", { className: "title" }, words);
}

/** @param {string} words */
function small(words) {
  return build("p", { className: "domain" }, words);
}

/** @param {string} words */
function text(words) {
  return build("p", { className: "description" }, words);
}
