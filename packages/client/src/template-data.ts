/** Data of the `blog` template. An empty string counts as absent. */
export interface BlogData {
  /** Post title, up to 300 characters. */
  title: string;
  /** Summary, up to 1,000 characters. */
  description?: string | undefined;
  author?: string | undefined;
  /** Publication date. Dates such as 2027-03-14 are shown in the language of the card, other texts as written. */
  date?: string | undefined;
  /** Reading time, such as “6 min read”. */
  readTime?: string | undefined;
  /** Category. Images with the same category have the same colors. */
  category?: string | undefined;
  /** Portrait of the author instead of the initials: an absolute http or https URL. */
  authorImage?: string | undefined;
  /** Image beside the title: an absolute http or https URL. */
  cover?: string | undefined;
}

/** Data of the `product` template. */
export interface ProductData {
  /** Product name, up to 300 characters. */
  name: string;
  /** Tagline, a few words. */
  tagline?: string | undefined;
  /** Price with its currency, shown as written. */
  price?: string | undefined;
  /** Label, such as “New”. */
  badge?: string | undefined;
  /** Product image: an absolute http or https URL. */
  image?: string | undefined;
  /** Whether the image is cropped to its place. Without it, images with transparent or plain edges are shown whole. */
  fit?: "cover" | "contain" | undefined;
}

/** Data of the `event` template. */
export interface EventData {
  /** Event title, up to 300 characters. */
  title: string;
  /** Date or range, such as 2027-03-14 or 2027-06-02/2027-06-04, shown as a calendar page; other texts are shown as written. */
  date: string;
  /** Time of day, with the time zone if it matters. */
  time?: string | undefined;
  location?: string | undefined;
  /** Host. Images with the same host have the same colors. */
  host?: string | undefined;
  /** Up to four. `photo` is a portrait instead of the initials: an absolute http or https URL. */
  speakers?: readonly { name: string; photo?: string | undefined }[] | undefined;
  /** Image above the date: an absolute http or https URL. */
  cover?: string | undefined;
}

/** Data of the `docs` template. */
export interface DocsData {
  /** Page title, up to 300 characters. */
  title: string;
  /** Summary, up to 1,000 characters. */
  description?: string | undefined;
  /** Where the page is in the documentation, such as “Guides › Operations”, shown as written. */
  breadcrumb?: string | undefined;
  /** Product name. Images with the same product have the same colors. */
  product?: string | undefined;
  /** Product version, such as “v4.2”, up to 40 characters. */
  version?: string | undefined;
  /** Product logo: an absolute http or https URL. */
  logo?: string | undefined;
}

/** Data of the `changelog` template. */
export interface ChangelogData {
  /** Version, such as “4.2.0”, up to 40 characters. */
  version: string;
  /** What the release is about, in one line, up to 300 characters. */
  title?: string | undefined;
  /** Summary, up to 1,000 characters, shown without a list of changes. */
  description?: string | undefined;
  /** Product name. Images with the same product have the same colors. */
  product?: string | undefined;
  /** Release date. */
  date?: string | undefined;
  /** The most important changes, up to 4. Readable links can't contain lists. */
  changes?:
    | readonly {
        /** Label, such as “New” or “Fixed”, up to 24 characters. */
        kind?: string | undefined;
        text: string;
      }[]
    | undefined;
}

/** Data of the `repository` template. */
export interface RepositoryData {
  /** Repository name, up to 140 characters. */
  name: string;
  /** Account or organization that it belongs to. Images with the same owner have the same colors. */
  owner?: string | undefined;
  /** What it is, up to 1,000 characters. */
  description?: string | undefined;
  /** Number of stars; 12400 is shown as 12.4K. */
  stars?: string | undefined;
  /** Number of forks. */
  forks?: string | undefined;
  /** Main programming language. */
  language?: string | undefined;
  /** Avatar of the owner: an absolute http or https URL. */
  avatar?: string | undefined;
}

/** Data of the `job` template. */
export interface JobData {
  /** The role, up to 300 characters. */
  title: string;
  /** Company name. Images with the same company have the same colors. */
  company?: string | undefined;
  /** Location, such as a city or “Remote”. */
  location?: string | undefined;
  /** Salary with its currency, shown as written. */
  salary?: string | undefined;
  /** Type of employment, such as “Full-time”. */
  type?: string | undefined;
  /** Company logo: an absolute http or https URL. */
  logo?: string | undefined;
}

/** Data of the `podcast` template. */
export interface PodcastData {
  /** Episode title, up to 300 characters. */
  title: string;
  /** Name of the show. Images with the same show have the same colors. */
  show?: string | undefined;
  /** Episode number, shown as written. */
  episode?: string | undefined;
  /** Duration, such as “48 min”. */
  duration?: string | undefined;
  /** The guests, up to 4. Readable links can't contain lists. */
  guests?:
    | readonly {
        name: string;
        /** Portrait: an absolute http or https URL. */
        photo?: string | undefined;
      }[]
    | undefined;
  /** Cover art, a square: an absolute http or https URL. */
  cover?: string | undefined;
}

/** Data of the `quote` template. */
export interface QuoteData {
  /** The quotation, up to 500 characters. Quotation marks of its language are added unless it has some. */
  quote: string;
  /** Author's name. Images with the same author have the same colors. */
  author?: string | undefined;
  /** What the author does, or where the quotation is from. */
  role?: string | undefined;
  /** Picture of the author: an absolute http or https URL. */
  photo?: string | undefined;
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

/** The built-in templates that an account can replace. A declaration in `TemplateData` with the same id is used instead. */
export interface ReplaceableTemplateData {
  docs: DocsData;
  changelog: ChangelogData;
  quote: QuoteData;
  repository: RepositoryData;
  job: JobData;
  podcast: PodcastData;
}

/** Data of a template without a type: strings by field. */
export type UntypedData = Readonly<Record<string, string | undefined>>;

/** The id of any template; editors complete those whose data is typed. */
export type TemplateName = keyof TemplateData | keyof ReplaceableTemplateData | (string & {});

/** The type of a template's data. */
export type DataOf<Name extends string> = Name extends keyof TemplateData
  ? Readonly<TemplateData[Name]>
  : Name extends keyof ReplaceableTemplateData
    ? Readonly<ReplaceableTemplateData[Name]>
    : UntypedData;
