import { quote } from "../problem-list.ts";
import { itemFieldsOf, type DataFields } from "./fields.ts";

const blockTag =
  /^([#^]?)\s*(?:(each|for|foreach|range|if|unless|with)\b)?\s*(?:(\w+)\s+in\s+)?\.?([A-Za-z]\w*)?/u;

/**
 * What templates have instead of a tag around content of Handlebars, Mustache, Liquid and others:
 * `#each items`, `#items`, `^items`, `for item in items`. Undefined for other texts.
 */
export function describeBlockTag(text: string, fields: DataFields = new Map()) {
  const [, sign, helper, variable = "item", name] = blockTag.exec(text.slice(0, 100)) ?? [];
  if (!sign && !(helper && name !== undefined)) return undefined;
  const field = fields.get(name ?? "");
  const isLoop = helper ? /^(?:each|for|range)/u.test(helper) : sign === "#" && field?.kind !== "text";
  if (!isLoop) {
    const attribute = helper === "unless" || sign === "^" ? "unless" : "if";
    return {
      message: `Conditions are written as attributes, not as ${quote(text)}`,
      suggestion: `Write \`${attribute}="${name ?? "field"}"\` on an element.`,
    };
  }
  const [property] = (field?.kind === "list" && itemFieldsOf(field)?.keys()) || [];
  const item = property === undefined ? variable : `${variable}.${property}`;
  return {
    message: `Loops are written as attributes, not as ${quote(text)}`,
    suggestion: `Write \`each="${variable} of ${name ?? "list"}"\` on the element to repeat, and \`{{${item}}}\` in it.`,
  };
}
