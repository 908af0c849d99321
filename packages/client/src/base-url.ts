/**
 * Checks a base URL and removes the slashes at its end, so that paths can be appended.
 * @throws TypeError unless it is an absolute http or https URL
 */
export function normalizeBaseUrl(baseUrl: string): string {
  if (!isBaseUrl(baseUrl)) {
    throw new TypeError(`baseUrl must be an absolute http or https URL, not ${JSON.stringify(baseUrl)}`);
  }
  return baseUrl.replace(/\/+$/, "");
}

export function isBaseUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
}
