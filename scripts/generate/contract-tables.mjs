import {
  errorCodes,
  imageFormats,
  outputOptions,
  warningCodes,
} from "../../packages/contracts/dist/index.js";

/** @typedef {{ type?: string, enum?: unknown[], minimum?: number, maximum?: number, default?: unknown, description?: string }} Option */

/** @param {readonly string[]} titles @param {readonly (readonly unknown[])[]} rows */
function table(titles, rows) {
  const lines = [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return lines.join("\n");
}

/** @param {unknown} value */
const code = (value) => `\`${String(value)}\``;

/** @param {Option} option */
function allowedValues({ type, enum: values, minimum, maximum }) {
  if (values) return values.map(code).join(", ");
  if (type === "integer") return `${minimum?.toLocaleString("en")} to ${maximum?.toLocaleString("en")}`;
  return type === "boolean" ? "`true`, `false`" : "text";
}

/** The generated sections of the guides, by the path of the document and the name of the section. */
export const contractTables = {
  "docs/api.md": {
    options: () =>
      table(
        ["option", "default", "allowed", "description"],
        Object.entries(/** @type {Record<string, Option>} */ (outputOptions.properties)).map(
          ([name, option]) => [
            code(name),
            option.default === undefined ? "none" : code(option.default),
            allowedValues(option),
            option.description,
          ],
        ),
      ),
    formats: () =>
      table(
        ["format", "media type", "lossy"],
        Object.entries(imageFormats).map(([name, { mediaType, hasQuality }]) => [
          code(name),
          code(mediaType),
          hasQuality ? "yes, with `quality` from 1 to 100" : "no",
        ]),
      ),
    errors: () =>
      table(
        ["status", "code", "meaning", "what to do"],
        Object.entries(errorCodes).map(([name, { status, message, help }]) => [
          status,
          code(name),
          message,
          help,
        ]),
      ),
  },
  "docs/remote-images.md": {
    warnings: () =>
      table(
        ["code", "meaning", "what to do", "`field`"],
        Object.entries(warningCodes).map(([name, { message, help, where }]) => [
          code(name),
          message,
          help,
          where,
        ]),
      ),
  },
};
