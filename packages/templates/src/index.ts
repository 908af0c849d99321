export type { Area, Disc, Fill, Glow, Gradient, Layer, Rules, Ticket } from "./background.ts";
export { directionOf, firstStrong, strongOf, type Direction, type Strong } from "./direction.ts";
export type { Template } from "./define-template.ts";
export type { Canvas } from "./frame.ts";
export { fit, text } from "./scene.ts";
export type { Box, Edges, Fit, Image, Node, Radius, Scene, Text, Weight } from "./scene.ts";
export { templates, type TemplateId } from "./registry.ts";
export { visible, visibleFields } from "./fields.ts";
