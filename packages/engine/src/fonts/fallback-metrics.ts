import { fontRegistry } from "./font-registry.ts";
import type { Language } from "./language.ts";
import type { FontMetrics } from "./sfnt.ts";

/** The fonts, if installed, for scripts that the bundled font lacks. */
const fonts: readonly (readonly [family: string | ((language: Language) => string), RegExp])[] = [
  ["Noto Sans Arabic", /\p{Script=Arabic}/u],
  ["Noto Sans Hebrew", /\p{Script=Hebrew}/u],
  ["Noto Sans Devanagari", /\p{Script=Devanagari}/u],
  ["Noto Sans Bengali", /\p{Script=Bengali}/u],
  ["Noto Sans Gurmukhi", /\p{Script=Gurmukhi}/u],
  ["Noto Sans Gujarati", /\p{Script=Gujarati}/u],
  ["Noto Sans Tamil", /\p{Script=Tamil}/u],
  ["Noto Sans Telugu", /\p{Script=Telugu}/u],
  ["Noto Sans Kannada", /\p{Script=Kannada}/u],
  ["Noto Sans Malayalam", /\p{Script=Malayalam}/u],
  ["Noto Sans Sinhala", /\p{Script=Sinhala}/u],
  ["Noto Sans Thai", /\p{Script=Thai}/u],
  ["Noto Sans Khmer", /\p{Script=Khmer}/u],
  ["Noto Sans Myanmar", /\p{Script=Myanmar}/u],
  ["Noto Sans Georgian", /\p{Script=Georgian}/u],
  ["Noto Sans Armenian", /\p{Script=Armenian}/u],
  ["Noto Sans Ethiopic", /\p{Script=Ethiopic}/u],
  [
    (language) => `Noto Sans CJK ${cjkSuffixes[language]}`,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
  ],
  ["Noto Color Emoji", /\p{Emoji_Presentation}/u],
];

const cjkSuffixes: Readonly<Record<Language, string>> = {
  ja: "JP",
  ko: "KR",
  "zh-CN": "SC",
  "zh-TW": "TC",
  en: "JP",
};

/** Most texts, which the bundled font has all letters of. */
const bundled = /^[\0-\u058f\u1e00-\u206f]*$/u;

/** Whether the bundled font lacks letters of a text. */
export function needsFallbackFont(text: string): boolean {
  return !bundled.test(text);
}

/**
 * The metrics of the fonts that a text is drawn with besides the first of its style, by script. As in
 * Chromium, they count for `line-height: normal` only.
 */
export function fallbackMetrics(text: string, language: Language): readonly FontMetrics[] {
  if (!needsFallbackFont(text)) return [];
  return fonts.flatMap(([family, script]) => {
    if (!script.test(text)) return [];
    return fontRegistry.systemMetrics(typeof family === "string" ? family : family(language)) ?? [];
  });
}
