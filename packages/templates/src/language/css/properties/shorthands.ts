import { backgroundShorthands } from "./background.ts";
import { borderShorthands } from "./border.ts";
import { boxShorthands, positionShorthands } from "./box.ts";
import { flexShorthands } from "./flex.ts";
import { gridShorthands } from "./grid.ts";
import { layerShorthands } from "./layers.ts";
import { longhandNames } from "./longhands.ts";
import type { Shorthand } from "./shorthand.ts";
import { textShorthands } from "./text.ts";

/** Sets every property to one keyword. */
export const everything = {
  all: {
    syntax: "initial | inherit | unset",
    example: "unset",
    longhands: longhandNames.filter((name) => name !== "direction"),
    expand: () => undefined,
  },
};

/** The properties that set several others, by name. */
export const shorthands: ReadonlyMap<string, Shorthand> = new Map(
  [
    boxShorthands,
    positionShorthands,
    flexShorthands,
    gridShorthands,
    borderShorthands,
    backgroundShorthands,
    layerShorthands,
    textShorthands,
    everything,
  ].flatMap((group) => Object.entries<Shorthand>(group)),
);
