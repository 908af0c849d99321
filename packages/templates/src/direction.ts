/** Which way a text runs. */
export type Direction = "ltr" | "rtl";

const firstLetter = /\p{L}/u;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Mandaic}\p{Script=Samaritan}]/u;

/** The direction of a paragraph: that of its first letter, as the Unicode bidirectional algorithm has it (rule P2). */
export function directionOf(paragraph: string): Direction {
  const letter = firstLetter.exec(paragraph)?.[0];
  return letter && rightToLeft.test(letter) ? "rtl" : "ltr";
}
