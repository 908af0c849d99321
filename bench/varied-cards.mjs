// Random cards of all scripts, sizes and formats. The sequence is the same in every run.

let state = 1;
/** A pseudorandom number from 0 to 1 (mulberry32). */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const upTo = (count) => Math.floor(random() * count);
const pick = (from) => from[upTo(from.length)];
const times = (count, create) => Array.from({ length: count }, create);

/** A word of random letters from a range of code points. */
const wordsOf = (first, last, length) => () =>
  times(1 + upTo(length), () => String.fromCodePoint(first + upTo(last - first + 1))).join("");

const latin = wordsOf(0x61, 0x7a, 12);
const scripts = {
  latin: () => times(1 + upTo(14), latin).join(" "),
  latinExtended: () => times(1 + upTo(10), wordsOf(0xc0, 0x17e, 10)).join(" "),
  cyrillic: () => times(1 + upTo(10), wordsOf(0x430, 0x44f, 10)).join(" "),
  chinese: () => wordsOf(0x4e00, 0x9fa5, 40)(),
  japanese: () =>
    times(1 + upTo(5), () => wordsOf(0x3041, 0x3094, 8)() + wordsOf(0x4e00, 0x9fa5, 4)()).join(""),
  korean: () => times(1 + upTo(8), wordsOf(0xac00, 0xd7a3, 5)).join(" "),
  arabic: () => times(1 + upTo(10), wordsOf(0x627, 0x64a, 9)).join(" "),
  devanagari: () =>
    times(1 + upTo(8), () =>
      times(1 + upTo(5), () => wordsOf(0x915, 0x939, 1)() + pick(["", "ा", "ि", "्"])).join(""),
    ).join(" "),
  thai: () => wordsOf(0xe01, 0xe2e, 40)(),
  emoji: () => times(1 + upTo(8), () => pick([wordsOf(0x1f600, 0x1f64f, 4), latin])()).join(" "),
  oneLongWord: () => times(20 + upTo(200), latin).join(""),
};
const text = () => pick(Object.values(scripts))().slice(0, 200);

const data = {
  blog: () => ({
    title: text(),
    description: text(),
    author: text().slice(0, 60),
    category: latin(),
    date: `March ${1 + upTo(28)}, 2027`,
  }),
  product: () => ({
    name: text().slice(0, 100),
    tagline: text().slice(0, 120),
    price: `${upTo(1000)} €`,
    badge: latin(),
  }),
  event: () => ({
    title: text(),
    date: `2027-03-${10 + upTo(19)}`,
    location: text().slice(0, 80),
    host: latin(),
  }),
};
const common = [
  [1200, 630],
  [1200, 627],
  [1080, 1080],
  [800, 418],
  [600, 315],
  [400, 210],
  [240, 240],
];
/** Any valid side length, mostly a short one, so that thousands of cards take minutes. */
const side = () => 200 + Math.floor(1849 * random() ** 6);

/**
 * The body of the next generate request: one of three built-in templates, any format and size. Six of the
 * eleven kinds of text have scripts that Inter lacks.
 */
export function variedRequestBody() {
  const template = pick(Object.keys(data));
  const [width, height] = random() < 0.4 ? pick(common) : [side(), side()];
  return {
    template,
    data: data[template](),
    options: { format: pick(["png", "jpeg", "webp"]), width, height },
  };
}
