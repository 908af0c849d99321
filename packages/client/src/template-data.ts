/** Data of the `blog` template. An empty string counts as absent. */
export interface BlogData {
  /** The post's title, up to 300 characters. */
  title: string;
  /** What the post is about, up to 1,000 characters. */
  description?: string | undefined;
  author?: string | undefined;
  /** Shown as it is written. */
  date?: string | undefined;
  /** For example “6 min read”. */
  readTime?: string | undefined;
  /** The section it belongs to. Images of one category share a color. */
  category?: string | undefined;
}

/** Data of the `product` template. */
export interface ProductData {
  /** The product's name, up to 300 characters. */
  name: string;
  /** What it is for, in a few words. */
  tagline?: string | undefined;
  /** With its currency, shown as it is written. */
  price?: string | undefined;
  /** A label, for example “New”. */
  badge?: string | undefined;
  /** An image of the product: an absolute http or https URL. */
  image?: string | undefined;
}

/** Data of the `event` template. */
export interface EventData {
  /** The event's title, up to 300 characters. */
  title: string;
  /** The day, shown as it is written. */
  date: string;
  /** The time of day, with its time zone if that matters. */
  time?: string | undefined;
  location?: string | undefined;
  /** The organizer. Images of one host share a color. */
  host?: string | undefined;
}

/**
 * The templates whose data is typed, by id. Add your own templates by declaration merging:
 * `declare module "@placard/client" { interface TemplateData { recipe: { title: string } } }`.
 */
export interface TemplateData {
  blog: BlogData;
  product: ProductData;
  event: EventData;
}

/** Data of a template without a type: strings by field. */
export type UntypedData = Readonly<Record<string, string | undefined>>;

/** The id of any template; editors complete those whose data is typed. */
export type TemplateName = keyof TemplateData | (string & {});

/** The type of a template's data. */
export type DataOf<Name extends string> = Name extends keyof TemplateData
  ? Readonly<TemplateData[Name]>
  : UntypedData;
