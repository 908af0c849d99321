export { findAttribute, setAttribute } from "./attributes.ts";
export { combine, edit, inTurn, type Operation } from "./edit.ts";
export {
  insertElement,
  moveBeside,
  moveBesideOthers,
  moveElement,
  removeElement,
  wrapElements,
} from "./elements.ts";
export {
  addField,
  copyField,
  removeField,
  requireField,
  setField,
  setSampleValue,
  setTemplateText,
} from "./field-definitions.ts";
export { renameField, usesField } from "./fields.ts";
export { pathsAfter, pathsBetween, type NextPaths } from "./follow.ts";
export { keepLook } from "./keep-look.ts";
export {
  findElement,
  listElements,
  openTemplate,
  type OpenTemplate,
  type SourceElement,
  type TemplateFiles,
} from "./open-template.ts";
export { setDeclarationsAtSize } from "./set-at-size.ts";
export { removeElements, withoutEmptied } from "./remove-elements.ts";
export { removeDeclaration, setDeclarations, type DeclarationTarget } from "./set-declarations.ts";
export {
  cardWith,
  declarationsOf,
  rulesOf,
  declarationOf,
  type Card,
  type CardSize,
  type StyleDeclaration,
  type StyleOrigin,
} from "./styles.ts";
export { setText, textOf, wrapText } from "./texts.ts";
