export { SourceEdits } from "./source-edits.ts";
export { convertHtml } from "./convert-html.ts";
export {
  ConversionError,
  positionAttribute,
  type Conversion,
  type ConvertOptions,
  type Loss,
} from "./conversion.ts";
export { classesIn } from "./find-construct.ts";
export { parseColorText } from "../language/css/color.ts";
