import { signLink } from "@placard/client";

/** The path of a signed link to a card. The form is `readable` or `short`. */
export async function signedPath({ id: kid, secret }, title, format, form) {
  const baseUrl = "http://localhost";
  const url = await signLink({ baseUrl, kid, secret, template: "blog", format, data: { title }, form });
  return url.slice(baseUrl.length);
}
