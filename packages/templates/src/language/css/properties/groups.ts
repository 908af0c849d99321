import { backgroundProperties, backgroundShorthands } from "./background.ts";
import { borderProperties, borderShorthands } from "./border.ts";
import {
  boxProperties,
  boxShorthands,
  positionProperties,
  positionShorthands,
  tableProperties,
} from "./box.ts";
import { effectProperties, imageProperties } from "./effects.ts";
import { flexProperties, flexShorthands } from "./flex.ts";
import { generatedProperties } from "./generated.ts";
import { gridProperties, gridShorthands } from "./grid.ts";
import { layerProperties, layerShorthands } from "./layers.ts";
import { svgPaintProperties, svgTextProperties } from "./svg-paint.ts";
import { textProperties, textShorthands } from "./text.ts";

/** All properties, in the order and the sections of the property table: with one value, and shorthands. */
export const groups = {
  box: [boxProperties, boxShorthands],
  position: [positionProperties, positionShorthands],
  flex: [flexProperties, flexShorthands],
  grid: [gridProperties, gridShorthands],
  table: [tableProperties, {}],
  border: [borderProperties, borderShorthands],
  background: [backgroundProperties, backgroundShorthands],
  effects: [{ ...effectProperties, ...layerProperties }, layerShorthands],
  image: [{ ...imageProperties, ...svgPaintProperties, ...svgTextProperties }, {}],
  text: [textProperties, textShorthands],
  generated: [generatedProperties, {}],
} as const;
