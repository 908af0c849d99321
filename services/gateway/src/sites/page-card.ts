import { normalizeText, parseTemplateName } from "@placard/contracts";
import type { TemplateCatalog, TemplateDescription } from "@placard/templates";
import { defaultTemplate, toLanguageTag, type PageValues } from "./page-values.ts";
import type { PageCard } from "./page-store.ts";
import type { SiteSettings } from "./site-schemas.ts";

/** Creates the card of a page of an account's site, from the page's values and the template for its type. */
export type CreatePageCard = (page: {
  owner: string;
  settings: SiteSettings;
  values: PageValues;
  template: string;
}) => Promise<PageCard | undefined>;

/** The metadata of fields by name: the first that a page has. `map` of a site replaces it for its fields. */
const sourcesByField: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    title: ["title"],
    name: ["title"],
    headline: ["title"],
    description: ["description"],
    subtitle: ["description"],
    summary: ["description"],
    tagline: ["description"],
    quote: ["description"],
    author: ["author"],
    authorImage: ["jsonLd.author.image.url", "jsonLd.author.image"],
    date: ["event.date", "date"],
    category: ["meta.article:section", "jsonLd.articleSection", "jsonLd.recipeCategory"],
    cover: ["image"],
    image: ["image"],
    photo: ["image"],
    price: ["price"],
    location: ["event.location", "jsonLd.jobLocation.address.addressLocality", "jsonLd.jobLocation"],
    host: ["jsonLd.organizer", "siteName"],
    company: ["jsonLd.hiringOrganization", "siteName"],
    logo: ["jsonLd.hiringOrganization.logo.url", "jsonLd.hiringOrganization.logo"],
    show: ["jsonLd.partOfSeries", "siteName"],
    episode: ["jsonLd.episodeNumber"],
    product: ["siteName"],
    site: ["siteName"],
    siteName: ["siteName"],
    version: ["jsonLd.softwareVersion"],
  }),
);

/** The bytes of a card's values in JSON. Larger ones would fill Redis. */
const maxCardBytes = 16 * 1024;

/** The parts of a field's schema that a value is fitted to. */
interface FieldSchema {
  type?: string | readonly string[];
  format?: string;
  maxLength?: number;
  multiline?: boolean;
}

/**
 * Creates the function that creates cards. A page that lacks values for its template, or has too large ones,
 * gets one of the default template; undefined if that fails too.
 */
export function createPageCards(
  catalog: Pick<TemplateCatalog<TemplateDescription>, "find" | "validate">,
): CreatePageCard {
  return async ({ owner, settings, values, template }) => {
    const locale = toLanguageTag(values("locale"));
    for (const name of [settings.template ?? template, defaultTemplate]) {
      const found = await catalog.find(parseTemplateName(name), owner);
      const data = found && fillTemplate(found, values, settings.map ?? {});
      if (data && Buffer.byteLength(JSON.stringify(data)) <= maxCardBytes)
        return { template: name, data, ...(locale !== undefined && { locale }) };
    }
    return undefined;
  };

  /** A template's fields without values that it rejects; undefined if a required one is missing. */
  function fillTemplate(
    template: TemplateDescription,
    values: PageValues,
    map: Readonly<Record<string, string>>,
  ): Record<string, string> | undefined {
    const fields = Object.entries<FieldSchema>(template.data.properties);
    const data = Object.fromEntries(
      fields.flatMap(([field, schema]) => {
        const mapped = Object.hasOwn(map, field) ? map[field] : undefined;
        const sources = mapped !== undefined ? [mapped] : (sourcesByField.get(field) ?? []);
        const value = schema.type !== "array" ? firstValue(sources, values, schema) : undefined;
        return value === undefined ? [] : [[field, value]];
      }),
    );
    const checked = catalog.validate(template, data);
    if (checked.ok) return data;
    for (const { path } of checked.errors) delete data[path.split("/")[1] ?? ""];
    return catalog.validate(template, data).ok ? data : undefined;
  }
}

function firstValue(sources: readonly string[], values: PageValues, schema: FieldSchema): string | undefined {
  for (const source of sources) {
    const value = normalizeText(values(source) ?? "", { keepsLines: schema.multiline === true });
    if (value !== "") return schema.format === undefined ? shorten(value, schema.maxLength) : value;
  }
  return undefined;
}

/** A text of at most `maxLength` code points. */
function shorten(text: string, maxLength = Infinity): string {
  const characters = [...text];
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
}
