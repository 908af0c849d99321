/**
 * A base URL as paths are put behind it.
 * @throws TypeError where it is not an absolute http or https URL
 */
export function withoutSlash(baseUrl: string): string {
  if (!/^https?:\/\/[^/]/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`baseUrl must be an absolute http or https URL, not ${JSON.stringify(baseUrl)}`);
  }
  return baseUrl.replace(/\/+$/, "");
}
