import type { Transform } from "../../../scene/index.ts";
import { either, keywords, noneOr, sequence } from "../grammar.ts";
import { position } from "../position.ts";
import { boxShadows } from "../shadow-values.ts";
import { transforms } from "../transform-values.ts";
import { angle, factor, lengthPercentage } from "../value-types.ts";
import { keywordProperty, property } from "./property.ts";

type Transforms = readonly Transform[];

const opacity = factor.map((each) => Math.min(1, Math.max(0, each)));
const translate = sequence(lengthPercentage, lengthPercentage.optional(0));

export const effectProperties = {
  opacity: property(opacity, "1", "0.6"),
  "box-shadow": property(noneOr(boxShadows), "none", "0 8px 24px #00000033"),
  transform: property(noneOr(transforms), "none", "rotate(-3deg)"),
  translate: property(
    noneOr(translate.map(([x, y]): Transforms => [{ kind: "translate", x, y }])),
    "none",
    "-50% 0",
  ),
  rotate: property(
    noneOr(angle.map((each): Transforms => [{ kind: "rotate", angle: each }])),
    "none",
    "-3deg",
  ),
  scale: property(
    noneOr(factor.pair().map(([x, y]): Transforms => [{ kind: "scale", x, y }])),
    "none",
    "1.1",
  ),
  "transform-origin": property(position, "50% 50%", "left bottom"),
};

export const imageProperties = {
  "object-fit": keywordProperty(["fill", "contain", "cover", "none", "scale-down", "auto"], "cover"),
  // `auto` is the center; with `object-fit: auto`, above it: people's heads are in the upper part of photos.
  "object-position": property(either(keywords("auto"), position), "auto", "top"),
};
