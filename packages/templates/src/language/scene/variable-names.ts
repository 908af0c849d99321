/** The custom properties that every template can use. */
export const variableNames = [
  "--ground",
  "--ground-2",
  "--ground-gradient",
  "--tint",
  "--grid",
  "--hairline",
  "--ink",
  "--muted",
  "--accent",
  "--on-accent",
  "--secondary",
  "--chip",
  "--on-chip",
  "--poster",
  "--poster-2",
  "--poster-gradient",
  "--highlight",
  "--highlight-2",
  "--highlight-gradient",
  "--on-highlight",
  "--font-heading",
  "--font-body",
] as const;

/** The custom properties that are set only if the brand of a card has the setting: they need a fallback. */
export const brandVariableNames = [
  "--background",
  "--heading-weight",
  "--heading-letter-spacing",
  "--logo-scale",
  "--logo-side",
  "--logo-order",
] as const;
