import Type, { type Static } from "typebox";
import { documentInput } from "./document-input.ts";
import { templateSources, type ListedTemplate } from "./listed-template.ts";
import { timeField } from "../http/present.ts";
import { exactObject } from "@placard/contracts";
import { problemCodes } from "@placard/templates";

const versionField = Type.Integer({
  minimum: 1,
  description: "`ID@version` is this version in requests",
  examples: [3],
});
const hashField = Type.String({
  description: "identifies the document: SHA-256 in base64url",
  examples: ["n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"],
});
const archivedField = Type.Boolean({
  description: "not listed by default, and without new versions",
  examples: [false],
});
const sourceField = Type.Unsafe<ListedTemplate["source"]>({
  type: "string",
  enum: [...templateSources],
  description: "whether it is built in, from the operator's folder, or your own",
});
const idField = Type.String({ examples: ["release"] });
const described = {
  id: idField,
  name: Type.String({ examples: ["Release notes"] }),
  description: Type.String({ examples: ["A version and what is new in it"] }),
};

export const listEntry = exactObject(
  {
    ...described,
    fields: Type.Array(Type.String(), {
      description: "the most important fields",
      examples: [["title", "author"]],
    }),
    schema: Type.Object({}, { description: "the JSON Schema (2020-12) of the template's data" }),
    layouts: Type.Array(Type.String(), {
      description: "the values of `options.layout`; empty if it has one layout",
      examples: [["photo", "centered"]],
    }),
    source: sourceField,
    version: versionField,
    isArchived: archivedField,
  },
  { title: "Template" },
);

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

export const problem = exactObject(
  {
    file: Type.Enum(["template.json", "template.html"]),
    pointer: Type.Optional(Type.String({ description: "JSON pointer of the value in `template.json`" })),
    line: Type.Integer({ minimum: 1 }),
    column: Type.Integer({ minimum: 1 }),
    severity: Type.Enum(["error", "warning"]),
    code: Type.Optional(
      Type.Enum([...problemCodes], { description: "only of problems that programs can handle" }),
    ),
    message: Type.String({ examples: ["Unknown property `colour`"] }),
    suggestion: Type.Optional(
      Type.String({ description: "what to write instead", examples: ["Use `color`."] }),
    ),
  },
  { title: "TemplateProblem" },
);

export const publishedVersion = exactObject(
  {
    id: idField,
    version: versionField,
    hash: hashField,
    problems: Type.Array(problem, { description: "warnings about the document", examples: [[]] }),
  },
  { title: "PublishedTemplate" },
);

export const templateState = exactObject({ id: idField, isArchived: archivedField });

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
