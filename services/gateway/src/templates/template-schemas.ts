import Type, { type Static } from "typebox";
import { documentInput } from "./document-input.ts";
import { templateSources, type ListedTemplate } from "./listed-template.ts";
import { timeField } from "../account/account-fields.ts";
import { exactObject } from "@placard/contracts";

const versionField = Type.Integer({ minimum: 1, description: "`ID@version` is this version in requests" });
const hashField = Type.String({ description: "identifies the document: SHA-256 in base64url" });
const archivedField = Type.Boolean({ description: "not listed by default, and without new versions" });
const sourceField = Type.Unsafe<ListedTemplate["source"]>({
  type: "string",
  enum: [...templateSources],
  description: "whether it is built in, from the operator's folder, or your own",
});
const described = { id: Type.String(), name: Type.String(), description: Type.String() };

/** An entry of the template list. */
export const listEntry = exactObject(
  {
    ...described,
    fields: Type.Array(Type.String(), { description: "the most important fields" }),
    schema: Type.Object({}, { description: "the JSON Schema (2020-12) of the template's data" }),
    source: sourceField,
    version: versionField,
    isArchived: archivedField,
  },
  { title: "Template" },
);

/** A template with its source. */
export const templateSource = exactObject(
  {
    ...described,
    source: sourceField,
    version: versionField,
    hash: hashField,
    isArchived: archivedField,
    versions: Type.Array(exactObject({ version: versionField, hash: hashField, createdAt: timeField }), {
      description: "all versions, newest first; empty for built-in templates",
    }),
    document: documentInput,
  },
  { title: "TemplateSource" },
);

/** A problem of a document. */
export const problem = exactObject(
  {
    file: Type.Enum(["template.json", "template.html"]),
    pointer: Type.Optional(Type.String({ description: "JSON pointer of the value in `template.json`" })),
    line: Type.Integer({ minimum: 1 }),
    column: Type.Integer({ minimum: 1 }),
    severity: Type.Enum(["error", "warning"]),
    message: Type.String(),
    suggestion: Type.Optional(Type.String({ description: "what to write instead" })),
  },
  { title: "TemplateProblem" },
);

/** A published version. */
export const publishedVersion = exactObject(
  {
    id: Type.String(),
    version: versionField,
    hash: hashField,
    problems: Type.Array(problem, { description: "warnings about the document" }),
  },
  { title: "PublishedTemplate" },
);

/** The state of a template. */
export const templateState = exactObject({ id: Type.String(), isArchived: archivedField });

/** An example of a document. */
export const documentExample: Static<typeof documentInput> = {
  template: {
    id: "release",
    name: "Release notes",
    description: "A version and what is new in it",
    fields: { version: { type: "string", maxLength: 20, example: "4.2.0" } },
    required: ["version"],
  },
  html: "<style>main { padding: 6cqmin; color: var(--ink) }</style><main><h1>{{version}}</h1></main>",
};

/** An example of a published version. */
export const publishedExample: Static<typeof publishedVersion> = {
  id: "release",
  version: 3,
  hash: "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg",
  problems: [],
};
