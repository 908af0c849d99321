import { canonicalLink, imageFormats, shortLinkText, signLink } from "@placard/contracts";

/** The path of a signed link to a card in its readable form. */
export function readableLink({ id, secret }, title, format) {
  const file = `blog.${imageFormats[format].extension}`;
  const query = new Map([
    ["title", title],
    ["kid", id],
  ]);
  query.set("sig", signLink(secret, canonicalLink(file, query)));
  return `/og/sign/${file}?${new URLSearchParams([...query]).toString()}`;
}

/** The path of a signed link to a card in its short form. */
export function shortLink({ id, secret }, title, format) {
  const payload = Buffer.from(JSON.stringify([id, "blog", { title }])).toString("base64url");
  const { extension } = imageFormats[format];
  return `/og/s/${payload}.${signLink(secret, shortLinkText(payload, extension))}.${extension}`;
}
