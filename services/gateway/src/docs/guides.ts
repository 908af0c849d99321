import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A heading of a guide with the text below it, or the text above the first heading, which has an empty `id`. */
export interface GuideSection {
  /** The anchor. */
  id: string;
  title: string;
  /** 1 for the title of the guide. */
  level: number;
  /** Without markup. */
  text: string;
  /** Words for the search that the section does not contain. */
  keywords?: string | undefined;
}

/** A guide that was rendered when the console was built. */
export interface Guide {
  /** Its page is `/docs/<slug>`. */
  slug: string;
  title: string;
  /** One sentence. */
  summary: string;
  sections: readonly GuideSection[];
  /** The content without the title. Links are relative to `/docs/`. */
  html: string;
}

/** Guides under one heading of the sidebar. */
export interface GuideGroup {
  title: string;
  guides: readonly Guide[];
}

/**
 * Reads the guides.
 * @param directory the output of `services/console/build.mjs`
 */
export function readGuides(directory: string): readonly GuideGroup[] {
  return JSON.parse(readFileSync(join(directory, "guides.json"), "utf8")) as GuideGroup[];
}
