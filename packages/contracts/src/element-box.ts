import Type, { type Static } from "typebox";
import { exactObject } from "./schema.ts";

const rect = {
  x: Type.Number({ examples: [48] }),
  y: Type.Number({ examples: [48] }),
  width: Type.Number({ examples: [704] }),
  height: Type.Number({ examples: [120] }),
};
export const elementBox = exactObject({
  path: Type.String({
    description: "the positions of the element and its ancestors among their siblings",
    examples: ["0"],
  }),
  ...rect,
  classes: Type.Optional(
    Type.Array(Type.String(), {
      description: "its class names, if they depend on the data",
      examples: [["centered"]],
    }),
  ),
  isRightToLeft: Type.Optional(
    Type.Literal(true, { description: "present if its text is written from right to left" }),
  ),
  text: Type.Optional(
    exactObject(
      {
        ...rect,
        fontSize: Type.Number({ examples: [64] }),
        lineHeight: Type.Number({ description: "the height of its first line", examples: [72] }),
        letterSpacing: Type.Number({ examples: [-1.28] }),
        fontFamily: Type.Array(Type.String(), {
          description: "the names of its fonts by preference",
          examples: [["Inter"]],
        }),
        fontWeight: Type.Number({ examples: [800] }),
        textAlign: Type.String({ examples: ["start"] }),
        color: Type.String({ examples: ["#1d1b20"] }),
      },
      { description: "the area of its text and how that starts: lengths in pixels, and values of CSS" },
    ),
  ),
});

/** The border box of an element on a card, in pixels. Its path is that from the root, such as `0/2/1`. */
export type ElementBox = Static<typeof elementBox>;
