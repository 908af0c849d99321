/** Must run before the first font is registered or looked up. */
export function prepareFontconfig(): void {
  // Otherwise fontconfig and Pango prefer fonts for the process's language: other pixels with another LANG.
  process.env["FC_LANG"] = "en";
  process.env["PANGO_LANGUAGE"] = "en";
}
