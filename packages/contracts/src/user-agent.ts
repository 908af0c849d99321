// The first match counts: browsers include the names of others for compatibility.

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * Describes a client by browser and operating system (“Firefox on Windows”).
 * @param userAgent the `User-Agent` header field (RFC 9110, clause 10.1.5)
 * @returns for a program that is not a browser, the name of the program
 */
export function describeUserAgent(userAgent: string): string {
  const browser = findName(browsers, userAgent);
  const system = systemOf(userAgent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  const product = /^[\w.-]+/.exec(userAgent)?.[0];
  return product && product !== "Mozilla" ? product : "unknown browser";
}

/** The operating system or the kind of device in a `User-Agent` header field; undefined if it names none. */
export function systemOf(userAgent: string): string | undefined {
  return findName(systems, userAgent);
}

function findName(names: readonly [RegExp, string][], userAgent: string) {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
