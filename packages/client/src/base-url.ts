/**
 * Checks a base URL and removes the slashes at its end, so that paths can be appended.
 * @throws TypeError unless it is an absolute http or https URL
 */
export function normalizeBaseUrl(baseUrl: string): string {
  if (!/^https?:\/\/[^/]/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`baseUrl must be an absolute http or https URL, not ${JSON.stringify(baseUrl)}`);
  }
  return baseUrl.replace(/\/+$/, "");
}
