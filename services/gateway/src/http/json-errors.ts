import { printParseErrorCode, visit, type ParseError } from "jsonc-parser";
import { isUtf8 } from "node:buffer";

/** The place of an error in a text, in UTF-16 code units, and its cause with a fix. */
interface Finding {
  offset: number;
  cause: string;
}

/** The longest text whose first error is located: that takes up to 0.1 ms a KiB. */
const maxLocatedChars = 256 * 1024;

/** Says where and why a text is not JSON, and how to fix it. */
export function describeJsonError(text: string): string {
  if (text.trim() === "") return "Request body is empty. Send a JSON object.";
  if (/^\s*\[object \w+\]\s*$/.test(text))
    return "Request body is `[object Object]`, not JSON. Convert the object with JSON.stringify.";
  if (/^[\w-]+=/.test(text)) return "Request body is form data, not JSON. Send a JSON object.";
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

function describe(text: string, { error, offset, length }: ParseError): Finding {
  const token = text.slice(offset, offset + length);
  const at = (cause: string, position = offset): Finding => ({ offset: position, cause });
  switch (printParseErrorCode(error)) {
    case "InvalidSymbol":
      return at(describeSymbol(text, token, offset));
    case "PropertyNameExpected":
    case "ValueExpected":
      return describeMissing(text, offset);
    case "InvalidCommentToken":
    case "UnexpectedEndOfComment":
      return at("JSON has no comments. Remove the comment.");
    case "UnexpectedEndOfString":
      return offset + length < text.length
        ? at("line break inside a text. Write it as `\\n`.", offset + length)
        : at("the body ends inside a text. Send the whole body.", text.length);
    case "InvalidCharacter":
      return at("control character inside a text. Write a tab as `\\t`.", offset + token.search(/\p{Cc}/u));
    case "InvalidEscapeCharacter":
      return at(
        "unknown escape sequence. Write a backslash as `\\\\`.",
        offset + Math.max(0, token.search(/\\[^"\\/bfnrtu]/)),
      );
    case "InvalidUnicode":
      return at("incomplete escape sequence. Write four hexadecimal digits after `\\u`.");
    case "ColonExpected":
      return at("missing colon. Write a colon between a name and its value.");
    case "CommaExpected":
      return at(describeMissingComma(text, offset));
    case "CloseBraceExpected":
    case "CloseBracketExpected":
      return at("the body ends before its last bracket is closed. Send the whole body.", text.length);
    case "EndOfFileExpected":
      return at("text after the end of the JSON value. Send one JSON object.");
    case "InvalidNumberFormat":
    case "UnexpectedEndOfNumber":
      return at("malformed number. Write numbers such as 1200 or 0.5.");
    case "<unknown ParseErrorCode>":
      break;
  }
  return at("unexpected character. Remove it.");
}

function describeSymbol(text: string, token: string, offset: number): string {
  if (token.startsWith("'"))
    return "single quotation marks. Write names and texts in double quotation marks.";
  if (/^[\u2018-\u201f\u00ab\u00bb]/.test(token))
    return 'typographic quotation marks. Use straight ones: `"`.';
  if (/^(True|False|None|TRUE|FALSE|NULL)$/.test(token))
    return "unknown name. Write `true`, `false` or `null`, in lower case.";
  if (/^(undefined|NaN|-?Infinity)$/.test(token)) return `\`${token}\` is not JSON. Leave the field out.`;
  if (/^[.+-]?\d|^-$/.test(token)) return "malformed number. Write numbers such as 1200 or 0.5.";
  if (offset > 0 && text[offset - 1] === '"') return 'quotation mark inside a text. Write it as `\\"`.';
  if (/^\s*:/.test(text.slice(offset + token.length)))
    return "name without quotation marks. Write names in double quotation marks.";
  return text.slice(0, offset).trim() === ""
    ? "the body does not start with `{`. Send a JSON object."
    : "text without quotation marks. Write texts in double quotation marks.";
}

/** A name or a value is missing: most often after a comma that should not be there. */
function describeMissing(text: string, offset: number): Finding {
  if (offset >= text.length)
    return { offset, cause: "the body ends where a value is missing. Send the whole body." };
  const before = text.slice(0, offset).trimEnd();
  const bracket = text[offset]!;
  if (before.endsWith(",")) {
    const cause =
      bracket === "," ? "two commas. Remove one." : `trailing comma. Remove the comma before \`${bracket}\`.`;
    if (/[,}\]]/.test(bracket)) return { offset: before.length - 1, cause };
  }
  return { offset, cause: "missing name or value. Add it, or remove the comma or colon before it." };
}

function describeMissingComma(text: string, offset: number): string {
  if (/[}\]]/.test(text[offset] ?? ""))
    return "another bracket is open. Check that every bracket is closed by one of its kind.";
  if (/\d/.test(text[offset] ?? "") && text.slice(0, offset).endsWith("0"))
    return "number with a leading zero. Remove the zero.";
  return "missing comma. Write a comma between two fields or entries.";
}

/** Says how a body that is not UTF-8 is encoded, and how to fix it. Undefined if it is UTF-8 (RFC 3629). */
export function describeEncodingError(bytes: Buffer): string | undefined {
  if (isUtf16(bytes)) return "Request body is encoded in UTF-16. Encode it in UTF-8.";
  if (isUtf8(bytes)) return undefined;
  const decodable = Buffer.from(bytes.toString());
  const valid = bytes.findIndex((byte, i) => byte !== decodable[i]);
  const line = bytes.subarray(0, valid).toString().split("\n").length;
  return `Request body is not UTF-8: byte ${valid + 1}, in line ${line}, is not part of a character. Encode the body in UTF-8.`;
}

/** By its byte order mark, or else because one of the first two bytes is zero (RFC 4627, clause 3). */
function isUtf16(bytes: Buffer): boolean {
  if (bytes.length < 2) return false;
  const mark = bytes.readUInt16BE();
  return mark === 0xfeff || mark === 0xfffe || (bytes[0] === 0) !== (bytes[1] === 0);
}
