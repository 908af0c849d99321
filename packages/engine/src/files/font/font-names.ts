import { normalizeText, visiblePattern } from "@placard/contracts";
import { Blob, Face } from "harfbuzzjs";

/** OpenType 1.9, "name": typographic family before family. */
const familyNames = [16, 1];
const maxFamilyLength = 64;
const visible = new RegExp(visiblePattern, "u");

/** The name of a font's family, in English if possible; "Font" if it has none. */
export function familyOf(font: Uint8Array): string {
  const face = new Face(new Blob(font));
  const names = face
    .listNames()
    .toSorted((a, b) => Number(b.language === "en") - Number(a.language === "en"));
  for (const id of familyNames)
    for (const { nameId, language } of names) {
      const name = nameId === id ? face.getName(id, language) : "";
      if (visible.test(name)) return normalizeText(name).slice(0, maxFamilyLength);
    }
  return "Font";
}
