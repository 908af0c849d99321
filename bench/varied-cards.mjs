// Random cards of many scripts, sizes and formats. The sequence is the same in every run.

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

/** The first and the last letter of each script, and the length of its longest words. */
const scripts = [
  ["a", "z", 12],
  ["À", "ž", 10],
  ["а", "я", 10],
  ["一", "龥", 40],
  ["ぁ", "ゔ", 8],
  ["가", "힣", 5],
  ["ا", "ي", 9],
  ["क", "ह", 5],
  ["ก", "ฮ", 40],
  ["😀", "🙏", 4],
];

function text(maxLength) {
  const [from, to, length] = pick(scripts);
  const [first, last] = [from.codePointAt(0), to.codePointAt(0)];
  const letter = () => String.fromCodePoint(first + upTo(last - first + 1));
  const word = () => times(1 + upTo(length), letter).join("");
  return [...times(1 + upTo(12), word).join(" ")].slice(0, maxLength).join("");
}

const data = {
  blog: () => ({ title: text(200), description: text(200), author: text(60) }),
  product: () => ({ name: text(100), tagline: text(120), price: `${upTo(1000)} €` }),
  event: () => ({ title: text(200), date: `2027-03-${10 + upTo(19)}`, location: text(80) }),
};

/** Any valid side length, mostly a short one, so that thousands of cards take minutes. */
const side = () => 200 + Math.floor(1849 * random() ** 6);

/** The body of the next generate request: one of three built-in templates, any format and size. */
export function variedRequestBody() {
  const template = pick(Object.keys(data));
  const format = pick(["png", "jpeg", "webp"]);
  return { template, data: data[template](), options: { format, width: side(), height: side() } };
}
