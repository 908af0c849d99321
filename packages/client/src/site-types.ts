/** How the cards of a site look. Everything is optional. */
export interface SiteSettings {
  /** The template of all cards, `ID` or `ID@version`. By default, the type of each page determines a built-in one. */
  template?: string | undefined;
  /** The name of a brand. By default, the brand named `default`. */
  brand?: string | undefined;
  /** Names of metadata by field of `template`, such as `{ price: "jsonLd.offers.price" }`. By default, by the names of the fields. */
  map?: Readonly<Record<string, string>> | undefined;
}

/** A domain whose pages have cards. */
export interface Site extends SiteSettings {
  id: string;
  domain: string;
  /** The start of the links of its images: append the path of a page, and an extension. */
  imageUrl: string;
  /** Where the domain can prove that it belongs to the account: one is enough. */
  verification: {
    /** A TXT record. */
    dns: { name: string; value: string };
    /** A text file. */
    file: { url: string; content: string };
  };
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601; null before the verification. */
  verifiedAt: string | null;
}

/** Whether the token of a site was found in one place. */
export interface SiteCheck {
  method: "dns" | "file";
  isFound: boolean;
  /** What was found, and how to fix it. */
  message: string;
}
