export interface TemplateRef {
  readonly id: string;
  /** 1 or more. */
  readonly version: number;
  /** The hash of its document (`hashJson`). */
  readonly hash: string;
}

/** The value of one data field: a string, a list of strings, or a list of flat objects of strings. */
export type FieldValue = string | readonly string[] | readonly Readonly<Record<string, string>>[];

/** Template data: field values by field name. */
export type TemplateData = Readonly<Record<string, FieldValue>>;

/** The template in a request: `name` is the current version, `name@3` is version 3. */
export interface RequestedTemplate {
  readonly id: string;
  readonly version?: number;
}

const pinnedPattern = /^(.+)@([1-9]\d{0,8})$/s;

/** Parses `name` or `name@version`. */
export function parseTemplateName(name: string): RequestedTemplate {
  const [, id, version] = pinnedPattern.exec(name) ?? [];
  return id === undefined ? { id: name } : { id, version: Number(version) };
}
