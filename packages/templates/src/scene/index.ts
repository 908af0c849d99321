export type { Style, TextDecoration } from "../language/style/to-style.ts";
export type * from "./scene.ts";
export type * from "./values.ts";
export { evaluateCalculation } from "./evaluate-calculation.ts";
