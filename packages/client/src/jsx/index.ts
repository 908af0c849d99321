export { fromJsx, type JsxElement, type JsxNode } from "./from-jsx.ts";
export { JsxError, type JsxProblem } from "./jsx-error.ts";
