import Type, { type Static } from "typebox";
import { exactObject } from "./schema.ts";

interface WarningDescription {
  /** How the image differs from the request. */
  readonly message: string;
  /** How to get what was requested. */
  readonly help: string;
  /** What the `field` of the warning names. */
  readonly where: "data field" | "brand color" | "option";
  /** What the cards of a proof do, before the name of the field: "6 of 50 cards now truncate “title”." */
  readonly effect: string;
}

/**
 * Every warning about an image. The schema of warnings, the client's types and the table in
 * docs/remote-images.md derive from these rows.
 */
export const warningCodes = {
  image_unavailable: {
    message: "The remote image could not be fetched; the card was rendered without it.",
    help: "Do what the [reason](#remote-images) in the message says.",
    where: "data field",
    effect: "have no image for",
  },
  image_omitted: {
    message:
      "An image was left out: the card has no room for it, or its layout does not show it. The field is `template` for a file of the template.",
    help: "Request a larger image or another layout, or shorten the texts.",
    where: "data field",
    effect: "leave out",
  },
  text_truncated: {
    message:
      "A text was truncated with an ellipsis, cut off by the edge of the card, or left out: for lack of space, or because the template does not show it at this size or with this data. The field is `template` for a text of the template itself.",
    help: "Shorten the text, or request a larger image. Move a text of the template, or let it wrap.",
    where: "data field",
    effect: "truncate",
  },
  text_overflow: {
    message:
      "A text extends beyond the box that visibly holds it: a box with a background, a border or a shadow. The field is `template` for a text of the template itself.",
    help: "Shorten the text, let it wrap, or make the box larger.",
    where: "data field",
    effect: "have a text beyond its box in",
  },
  glyph_missing: {
    message: "No installed font has one of the characters.",
    help: "Remove the character, or ask the operator to install a font that has it.",
    where: "data field",
    effect: "have characters without a font in",
  },
  low_contrast: {
    message:
      "A text color of the brand has a contrast below 4.5:1 with its background. In previews and proofs, only if a rendered text has it, 3:1 is enough for large text, and also: a rendered text has a contrast below 3:1 with its background, or below 4.5:1 if another text of its color does, or the logo is hard to see. Text is large from 48 px, or from 38 px if it is bold, because cards are often shown at half their size.",
    help: "Use colors with more contrast, or another logo.",
    where: "brand color",
    effect: "have low contrast in",
  },
  content_covered: {
    message:
      "In previews and proofs: a rendered text is covered by an element in front of it, or overlaps another text, or the logo of the brand in front of it, or an image of the data is covered completely, or a third of the logo. The field is `template` for a text of the template itself.",
    help: "Move what is covered or what covers it, or place it in front.",
    where: "data field",
    effect: "cover",
  },
  image_enlarged: {
    message: "An image of the data or the logo of the brand was enlarged more than twice.",
    help: "Use an image of the size in the message.",
    where: "data field",
    effect: "enlarge",
  },
  date_not_understood: {
    message: "A text looks like a date but names no valid day, or can mean several; it is shown as written.",
    help: "Write the date as `2027-03-14`.",
    where: "data field",
    effect: "have a date that is not understood in",
  },
  option_ignored: {
    message: "An option has no effect, such as `quality` for a PNG image or an unknown `locale`.",
    help: "Leave the option out, or use the value in the message.",
    where: "option",
    effect: "ignore",
  },
  markup_in_text: {
    message: "A text contains HTML tags or character references such as `&amp;`; they are shown as written.",
    help: "Send plain text.",
    where: "data field",
    effect: "show markup in",
  },
  over_budget: {
    message: "The file is larger than `maxBytes`, even with the lowest quality.",
    help: "Request a smaller image or another format, or allow more bytes.",
    where: "option",
    effect: "exceed the file size of",
  },
  effects_omitted: {
    message: "Gradients, shadows or layers were left out: painting all of them would take too long.",
    help: "Use fewer or smaller ones, or request a smaller card.",
    where: "option",
    effect: "leave out gradients or shadows at",
  },
  features_omitted: {
    message:
      "Texts were drawn in other variants of their fonts: the card uses too many, or a font lacks an axis that the template sets.",
    help: "Use at most 24 combinations of fonts, OpenType features and positions of variable fonts in a layout, and axes that the fonts have.",
    where: "option",
    effect: "omit variants of fonts in",
  },
} as const satisfies Record<string, WarningDescription>;

/** The stable name of one kind of warning. */
export type WarningCode = keyof typeof warningCodes;

export const warning = exactObject(
  {
    code: Type.Unsafe<WarningCode>({ type: "string", enum: Object.keys(warningCodes) }),
    field: Type.String({
      description:
        "the data field, such as `title` or `speakers/0/photo`, the member of the brand, such as `brand/colors/muted`, or the option, such as `options/quality`",
    }),
    message: Type.String({ description: "human-readable" }),
    fix: Type.Optional(
      exactObject(
        {
          element: Type.String({ description: "its path in `boxes`", examples: ["0/1"] }),
          color: Type.String({ description: "its `color`", examples: ["var(--ink)"] }),
        },
        { description: "in previews: what makes a text with low contrast readable" },
      ),
    ),
  },
  { title: "Warning" },
);

/** A problem that did not prevent an image from being rendered. */
export type Warning = Static<typeof warning>;
