import { parsePointer } from "./json-pointer.ts";
import type { FieldError } from "./validator.ts";

/** The longest name of a field in a summary, in UTF-16 code units: requests may contain longer ones. */
const maxNameLength = 80;

/**
 * The first error, or the first with a name that was probably meant, as a sentence, and the number of the
 * others. It is for callers that show one message only. Undefined without errors.
 * @param more the number of errors that are not in the list
 */
export function summarizeErrors(errors: readonly FieldError[], more = 0): string | undefined {
  const first = errors.find(({ message }) => message.includes("Did you mean")) ?? errors[0];
  if (!first) return undefined;
  const others = errors.length - 1 + more;
  const count = others === 1 ? " There is 1 more error." : ` There are ${others} more errors.`;
  return toSentence(first) + (others === 0 ? "" : count);
}

function toSentence({ path, message, line, column, suggestion = "" }: FieldError): string {
  const name = nameOf(path);
  const place = line === undefined ? "" : ` (line ${line}, column ${column ?? 1})`;
  const subject = name === "" ? "Request body" : `\`${name}\`${place}`;
  const isPredicate = /^(is|must|needs) /.test(message);
  const text = isPredicate ? `${subject} ${message}` : `${subject}: ${message}`;
  return `${/[.?!]$/.test(text) ? text : `${text}.`} ${suggestion}`.trimEnd();
}

/** A JSON pointer (RFC 6901) as it is written in code: `data.speakers[0].name`. */
function nameOf(pointer: string): string {
  const name = parsePointer(pointer)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : /^[\w-]+$/.test(part) ? `.${part}` : `["${part}"]`))
    .join("")
    .replace(/^\./, "");
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…`.toWellFormed() : name;
}
