export type * from "./scene.ts";
export type * from "./style.ts";
export type * from "./values.ts";
