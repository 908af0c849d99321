import { printParseErrorCode, visit, type ParseError } from "jsonc-parser";

/** The longest text whose first error is located: that takes up to 0.1 ms a KiB. */
const maxLocatedChars = 256 * 1024;

/** Says where and why a text is not JSON, and how to fix it. */
export function describeJsonError(text: string): string {
  if (text.trim() === "") return "Request body is empty. Send a JSON object.";
  const error = text.length > maxLocatedChars ? undefined : findFirstError(text);
  if (!error) return "Request body is not valid JSON. Check it with a JSON parser.";
  const { offset, cause } = describe(text, error);
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `Invalid JSON at line ${lines.length}, column ${lines.at(-1)!.length + 1}: ${cause}`;
}

/** Thrown to stop at the first error: a text of a megabyte can have a million. */
class FoundError extends Error {
  readonly found: ParseError;

  constructor(found: ParseError) {
    super("found");
    this.found = found;
  }
}

function findFirstError(text: string): ParseError | undefined {
  const onError = (error: ParseError["error"], offset: number, length: number) => {
    throw new FoundError({ error, offset, length });
  };
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (error instanceof FoundError) return error.found;
    if (!(error instanceof RangeError)) throw error; // the parser is recursive: the text is nested too deeply
  }
  return undefined;
}

const comment = "JSON has no comments. Remove the comment.";
const escapeSequence = "invalid escape sequence. Write a backslash as `\\\\`.";
const number = "malformed number. Write numbers such as 1200 or 0.5.";
const invalidValue =
  "invalid name or value. Names and texts need straight double quotation marks; other values are numbers, `true`, `false` and `null`.";
const missingValue = "missing name or value. Add it, or remove the comma or colon before it.";

/** By the names of the parser's errors. */
const causes: Readonly<Record<string, string>> = {
  PropertyNameExpected: missingValue,
  ValueExpected: missingValue,
  InvalidCommentToken: comment,
  UnexpectedEndOfComment: comment,
  UnexpectedEndOfString: "text without an end. Write a line break as `\\n`, and send the whole body.",
  InvalidCharacter: "control character in a text. Write a tab as `\\t`.",
  InvalidEscapeCharacter: escapeSequence,
  InvalidUnicode: escapeSequence,
  ColonExpected: "missing colon. Write a colon between a name and its value.",
  CommaExpected: "missing comma or closing bracket. Write a comma between two fields or entries.",
  EndOfFileExpected: "text after the end of the JSON value. Send one JSON object.",
  InvalidNumberFormat: number,
  UnexpectedEndOfNumber: number,
};

/** The offset of an error, and its cause with a fix. */
function describe(text: string, { error, offset }: ParseError) {
  if (offset >= text.length)
    return { offset, cause: "the body ends before it is complete. Send the whole body." };
  const name = printParseErrorCode(error);
  const before = text.slice(0, offset).trimEnd();
  const next = text[offset]!;
  if (causes[name] === missingValue && before.endsWith(",") && /[}\]]/.test(next))
    return { offset: before.length - 1, cause: `trailing comma. Remove the comma before \`${next}\`.` };
  return { offset, cause: causes[name] ?? invalidValue };
}
