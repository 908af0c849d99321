import { canonicalLink, imageFormats, shortLinkText, signLink } from "@placard/contracts";

/**
 * @typedef {object} SigningKey
 * @property {string} id
 * @property {string} secret
 */

/**
 * The path of a signed link to a card in its readable form.
 * @param {SigningKey} key
 * @param {string} title
 * @param {keyof typeof imageFormats} format
 */
export function readableLink({ id, secret }, title, format) {
  const file = `blog.${imageFormats[format].extension}`;
  const query = new Map([
    ["title", title],
    ["kid", id],
  ]);
  query.set("sig", signLink(secret, canonicalLink(file, query)));
  return `/og/sign/${file}?${new URLSearchParams([...query]).toString()}`;
}

/**
 * The path of a signed link to a card in its short form.
 * @param {SigningKey} key
 * @param {string} title
 * @param {keyof typeof imageFormats} format
 */
export function shortLink({ id, secret }, title, format) {
  const payload = Buffer.from(JSON.stringify([id, "blog", { title }])).toString("base64url");
  const { extension } = imageFormats[format];
  return `/og/s/${payload}.${signLink(secret, shortLinkText(payload, extension))}.${extension}`;
}
