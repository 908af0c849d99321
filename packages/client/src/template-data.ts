import type { BuiltInTemplateData } from "./template-data.generated.ts";

export type * from "./template-data.generated.ts";

/**
 * The data of your own templates, by id. A template with the id of a built-in one replaces its type. Add them
 * by declaration merging:
 *
 *     declare module "@placard/client" {
 *       interface TemplateData { recipe: { title: string } }
 *     }
 */
export interface TemplateData extends BuiltInTemplateData {}

/** Data of a template without a type: strings by field. */
export type UntypedData = Readonly<Record<string, string | undefined>>;

/** The id of any template; editors complete those whose data is typed. */
export type TemplateName = keyof TemplateData | (string & {});

/** The type of a template's data. */
export type DataOf<Name extends string> = Name extends keyof TemplateData
  ? Readonly<TemplateData[Name]>
  : UntypedData;
