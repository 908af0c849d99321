/** What the search of the documentation finds: a section of a guide, an operation or an error. */
export interface SearchEntry {
  /** The title of the page. */
  page: string;
  title: string;
  text: string;
  /** Words that are found like the title, and are not shown. */
  keywords?: string | undefined;
  /** Relative to the base URL. */
  path: string;
}
