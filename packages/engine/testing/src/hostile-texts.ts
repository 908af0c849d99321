/** Texts of up to 300 characters that have crashed renderers or slow them down. */
export const hostileTexts: Readonly<Record<string, string>> = {
  "300 different emoji": repeat(300, (index) => String.fromCodePoint(0x1f300 + index)),
  "families of joined emoji": "👨‍👩‍👧‍👦".repeat(27),
  "one word of 300 letters": "w".repeat(300),
  "one Arabic word of 300 letters": "ب".repeat(300),
  "300 marks on one letter": `a${repeat(299, (index) => String.fromCodePoint(0x300 + (index % 100)))}`,
  "300 different ideographs": repeat(300, (index) => String.fromCodePoint(0x4e00 + index * 37)),
  "Thai without a space": "ภาษาไทยสวย".repeat(30),
  "an override of direction": "\u202eabc".repeat(75),
  "brackets in both directions": `${"(א".repeat(75)}${"a)".repeat(75)}`,
  "one chain of joined consonants": "क्".repeat(150),
  "all scripts at once": repeat(300, (index) =>
    String.fromCodePoint([0x41, 0x5d0, 0x627, 0x4e00, 0x1f600, 0xe01, 0x915][index % 7]! + (index % 20)),
  ),
  "zero-width characters": `x${"\u200b".repeat(299)}`,
  "characters that no font has": repeat(300, (index) => String.fromCodePoint(0xe000 + index)),
  "a lone surrogate": "a\ud800b",
  "NUL and line ends": "a\0b\nc\u2028d",
  markup: "<b>&amp;</b><script>".repeat(15),
};

function repeat(count: number, create: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => create(index)).join("");
}
