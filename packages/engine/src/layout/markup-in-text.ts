import { decodeHTMLStrict } from "entities";

/** Elements of markup in other systems. Other names in angle brackets, such as `List<String>`, are text. */
const elements =
  "a|abbr|b|big|blockquote|body|br|button|center|cite|code|del|details|div|dl|em|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|li|link|main|mark|nav|ol|p|pre|q|s|samp|script|section|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|tr|tt|u|ul|video|wbr";

const tagPattern = new RegExp(`</?(?:${elements})(?:\\s+[a-z][\\w-]*\\s*=[^<>]*)?\\s*/?>|<!--`, "iu");
const referencePattern = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu;

/** The longest quotation of a text in a message. */
const maxQuotation = 24;

/**
 * Describes HTML tags and character references in a text, which are shown as they are written; undefined if
 * there are none. A text such as “a < b” or “AT&T” has none.
 */
export function describeMarkup(field: string, text: string): string | undefined {
  const tag = tagPattern.exec(text)?.[0];
  if (tag !== undefined)
    return `“${field}” contains HTML, such as ${quote(tag)}, which is shown as written. Remove the tags.`;
  const reference = text.match(referencePattern)?.find((each) => decodeHTMLStrict(each) !== each);
  return reference === undefined
    ? undefined
    : `“${field}” contains the character reference ${reference}, which is shown as written. Send the character itself.`;
}

function quote(tag: string): string {
  return tag.length > maxQuotation ? `${tag.slice(0, maxQuotation)}…` : tag;
}
