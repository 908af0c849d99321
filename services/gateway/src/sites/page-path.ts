/** The longest path of a page, in characters of its encoded form. */
const maxPathLength = 1_024;

/** A link of a page, without its site: `/blog/my-post` and `png` of `/blog/my-post.png`. */
export interface PageFile {
  /** In percent-encoding; undefined if it can't be the path of a page. */
  path: string | undefined;
  extension: string;
}

/**
 * Reads what follows the site in the target of a link: the path of a page, then the extension of an image
 * format. The query is ignored, so that nobody can make a page have many images.
 */
export function readPageFile(target: string): PageFile {
  const [file = ""] = target.split("?");
  const dot = file.lastIndexOf(".");
  return { path: parsePagePath(file.slice(0, dot)), extension: file.slice(dot + 1) };
}

/**
 * The path of a page in percent-encoding. Undefined unless it starts with one slash, has at most 1,024
 * characters and names only one page. It has no dot segments (RFC 3986, section 5.2.4), encoded slashes,
 * backslashes or control characters. Only the last segment may be empty.
 */
export function parsePagePath(path: string): string | undefined {
  if (!path.startsWith("/") || /[?#\\\s\p{Cc}]/u.test(path)) return undefined;
  const segments = path.slice(1).split("/");
  const isValid = segments.every((segment, i) =>
    segment === "" ? i === segments.length - 1 : isValidSegment(segment),
  );
  if (!isValid) return undefined;
  const encoded = URL.parse(`https://localhost${path}`)?.pathname ?? "";
  return encoded.length <= maxPathLength && encoded.startsWith("/") ? encoded : undefined;
}

function isValidSegment(segment: string): boolean {
  try {
    const decoded = decodeURIComponent(segment);
    return decoded !== "." && decoded !== ".." && !/[/\\\p{Cc}]/u.test(decoded);
  } catch {
    return false; // malformed percent-encoding
  }
}
