/** An icon of Lucide. */
export interface Icon {
  name: string;
  /** The words that find it, in lower case. */
  words: readonly string[];
  /** The elements in its SVG document. */
  content: string;
}

/** What cards often need. */
const common = `
arrow-right arrow-up-right award badge-check bell book-open bookmark briefcase building calendar
camera chart-bar chart-line check circle-check circle-play clock cloud code coffee compass cpu credit-card
database download external-link eye file-text flag gift git-branch globe graduation-cap hash
headphones heart house image info key leaf lightbulb link lock mail map-pin megaphone message-circle mic
moon package palette phone play quote rocket rss search settings shield-check shopping-cart
sparkles star sun tag terminal thumbs-up ticket trending-up trophy truck user users utensils video
wrench zap`;

const maxFound = 96;

/** Loads the icons, which the build writes as one SVG document. Rejects with an Error if that fails. */
export async function loadIcons(url: string): Promise<Icon[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The icons could not be loaded: status ${response.status}.`);
  return parseIcons(await response.text());
}

export function parseIcons(svg: string): Icon[] {
  const symbols = svg.matchAll(/<symbol id="(.+?)" data-words="(.*?)" viewBox="0 0 24 24">(.+?)<\/symbol>/g);
  return [...symbols].map(([, name = "", words = "", content = ""]) => {
    return { name, words: words.split(" "), content };
  });
}

/** The icons with words that start with the words of a query, at most 96; without a query, common ones. */
export function findIcons(icons: readonly Icon[], query: string): Icon[] {
  const wanted = query.toLowerCase().match(/[a-z\d]+/g);
  if (!wanted) return icons.filter(({ name }) => common.split(/\s/).includes(name));
  const isFound = ({ words }: Icon) => wanted.every((start) => words.some((word) => word.startsWith(start)));
  const isNamed = ({ name }: Icon) => wanted.every((start) => name.includes(start));
  const found = icons.filter(isFound);
  return [...found.filter(isNamed), ...found.filter((icon) => !isNamed(icon))].slice(0, maxFound);
}

/** An icon as an SVG document. Its lines have the color of the text around it. */
export function toSvg({ content }: Icon): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${content}</svg>`;
}
