/** Data of a blog post's card. An empty text counts as left out. */
export interface BlogData {
  /** The post's title, up to 300 characters. */
  title: string;
  /** What the post is about, up to 1,000 characters. */
  description?: string | undefined;
  author?: string | undefined;
  /** As it should read on the card. */
  date?: string | undefined;
  /** Such as “6 min read”. */
  readTime?: string | undefined;
  /** The section it belongs to; cards of one category share a colour. */
  category?: string | undefined;
}

/** Data of a product's card. */
export interface ProductData {
  /** The product's name, up to 300 characters. */
  name: string;
  /** What it is for, in a few words. */
  tagline?: string | undefined;
  /** With its currency, as it should read on the card. */
  price?: string | undefined;
  /** A tag such as “New”. */
  badge?: string | undefined;
  /** A picture of it: an absolute http or https URL. */
  image?: string | undefined;
}

/** Data of an event's card. */
export interface EventData {
  /** What takes place, up to 300 characters. */
  title: string;
  /** The day, as it should read on the card. */
  date: string;
  /** The time of day, with its zone where that matters. */
  time?: string | undefined;
  location?: string | undefined;
  /** Who invites; cards of one host share a colour. */
  host?: string | undefined;
}

/**
 * The templates whose data is typed, by id. Add those of your own Placard by declaration merging:
 * `declare module "@placard/client" { interface TemplateData { recipe: { title: string } } }`.
 */
export interface TemplateData {
  blog: BlogData;
  product: ProductData;
  event: EventData;
}

/** Data of a template that this client does not know: texts by field. */
export type UntypedData = Readonly<Record<string, string | undefined>>;

/** Any template's id; those whose data is typed are completed. */
export type TemplateName = keyof TemplateData | (string & {});

/** The data that a template takes. */
export type DataOf<Name extends string> = Name extends keyof TemplateData
  ? Readonly<TemplateData[Name]>
  : UntypedData;
