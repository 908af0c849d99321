/** A `<meta>` tag to paste: `property` for Open Graph, `name` for all others. */
export function metaTag(name: string, content: string): string {
  const attribute = /^(og|article|product):/.test(name) ? "property" : "name";
  return `<meta ${attribute}="${name}" content="${escapeAttribute(content)}" />`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
