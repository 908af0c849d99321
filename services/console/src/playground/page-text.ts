import { titleOf, type CardData } from "../card-form/card-data.ts";

/** What a page's tags contain besides the image. */
export interface PageText {
  title: string;
  description: string;
}

/** Derives a page's title and description from the data of its card. */
export function pageTextOf(data: CardData): PageText {
  const textOf = (name: string) => (typeof data[name] === "string" ? data[name] : "");
  const facts = ["date", "time", "location", "price"].map(textOf).filter(Boolean).join(" · ");
  const description = [textOf("description"), textOf("tagline"), facts].find(Boolean) ?? "";
  return { title: titleOf(data).replaceAll("\n", " "), description: description.replaceAll("\n", " ") };
}
