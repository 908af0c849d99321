import {
  errorCodes,
  imageFormats,
  lanes,
  outputOptions,
  requestBodies,
  warningCodes,
} from "../../packages/contracts/dist/index.js";
import { code, table } from "./markdown.mjs";

/** The rows of a table, one for each member of an object. */
const rowsOf = (members, cells) => Object.entries(members).map(([name, member]) => cells(code(name), member));

export const options = () =>
  table(
    ["option", "default", "allowed", "description"],
    rowsOf(outputOptions.properties, (name, option) => [
      name,
      option.default === undefined ? "none" : code(option.default),
      allowedValues(option),
      option.description,
    ]),
  );

function allowedValues({ type, enum: values, minimum, maximum }) {
  if (values) return values.map(code).join(", ");
  if (type === "integer") return `${minimum.toLocaleString("en")} to ${maximum.toLocaleString("en")}`;
  return type === "boolean" ? "`true`, `false`" : "text";
}

export const formats = () =>
  table(
    ["format", "media type", "lossy"],
    rowsOf(imageFormats, (name, { mediaType, hasQuality }) => [
      name,
      code(mediaType),
      hasQuality ? "yes, with `quality` from 1 to 100" : "no",
    ]),
  );

export const errors = () =>
  table(
    ["status", "code", "meaning", "what to do"],
    rowsOf(errorCodes, (name, { status, message, help }) => [status, name, message, help]),
  );

const showBytes = (bytes) => (bytes < 2 ** 20 ? `${bytes / 1024} KiB` : `${bytes / 2 ** 20} MiB`);

export const laneSizes = () =>
  table(
    ["work", "at a time", "of an account", "waiting", "of an account", "bytes of one", "bytes of all"],
    [requestBodies, ...Object.values(lanes)].map((size) => [
      size.tasks,
      ...placesOf(size),
      showBytes(size.bytesOfTask),
      showBytes(size.bytes),
    ]),
  );

function placesOf(size) {
  if (!("running" in size)) return ["any", "any", "none", "none"];
  const { running, runningOfAccount, waiting, waitingOfAccount } = size;
  return waiting === 0
    ? [running, runningOfAccount, "in Redis", "in Redis"]
    : [running, runningOfAccount, waiting.toLocaleString("en"), waitingOfAccount];
}

export const warnings = () =>
  table(
    ["code", "meaning", "what to do", "`field`"],
    rowsOf(warningCodes, (name, { message, help, where }) => [name, message, help, where]),
  );
