// The first match counts: browsers include the names of others for compatibility.

/** @type {readonly [RegExp, string][]} */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

/** @type {readonly [RegExp, string][]} */
const systems = [
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
 * @param {string} userAgent the `User-Agent` header field (RFC 9110, clause 10.1.5)
 * @returns {string} for a program that is not a browser, the name of the program
 */
export function describeUserAgent(userAgent) {
  const browser = findName(browsers, userAgent);
  const system = findName(systems, userAgent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  const product = /^[\w.-]+/.exec(userAgent)?.[0];
  return product && product !== "Mozilla" ? product : "unknown browser";
}

/**
 * @param {readonly [RegExp, string][]} names
 * @param {string} userAgent
 */
function findName(names, userAgent) {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
