import { groups } from "./groups.ts";
import { longhandNames } from "./longhands.ts";
import type { Shorthand } from "./shorthand.ts";

/** Sets every property to one keyword. */
const everything = {
  all: {
    syntax: "initial | inherit | unset",
    example: "unset",
    longhands: longhandNames.filter((name) => name !== "direction"),
    expand: () => undefined,
  },
};

/** The properties that set several others, by name. */
export const shorthands: ReadonlyMap<string, Shorthand> = new Map(
  [...Object.values(groups).map(([, each]) => each), everything].flatMap((group) =>
    Object.entries<Shorthand>(group),
  ),
);
