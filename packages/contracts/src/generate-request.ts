import { templates, type Template, type TemplateId } from "@placard/templates";
import Type, { type Static } from "typebox";
import { AppError } from "./errors.ts";
import { normaliseText } from "./text.ts";
import { compileValidator, type ValidationResult } from "./validator.ts";

/** The encodings an image can have; also its URL's extension and the subtype of its media type. */
export const imageFormats = ["png", "jpeg", "webp"] as const;
export type ImageFormat = (typeof imageFormats)[number];

const defaults = { width: 1200, height: 630, format: "png", quality: 90, cache: true } as const;

/** `options` of a generate request. */
export const outputOptions = Type.Object(
  {
    width: Type.Optional(
      Type.Integer({ minimum: 200, maximum: 2048, default: defaults.width, description: "pixels" }),
    ),
    height: Type.Optional(
      Type.Integer({ minimum: 200, maximum: 2048, default: defaults.height, description: "pixels" }),
    ),
    format: Type.Optional(Type.Enum([...imageFormats], { default: defaults.format })),
    quality: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: defaults.quality,
        description: "of jpeg and webp; png has none",
      }),
    ),
    cache: Type.Optional(
      Type.Boolean({ default: defaults.cache, description: "false draws anew, under an id of its own" }),
    ),
  },
  { additionalProperties: false, title: "OutputOptions" },
);

/** All that an image is drawn from, every default filled in and every text normalised. */
export interface Recipe {
  template: TemplateId;
  data: Readonly<Record<string, string>>;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: ImageFormat;
  /** 1 to 100; always 100 where the format has no quality, so that it can't tell two images apart. */
  quality: number;
}

/** A checked generate request. */
export interface GenerateRequest {
  recipe: Recipe;
  /** Whether an image drawn before may answer it. */
  cache: boolean;
}

/** The schema of a generate request's body for each template, by the template's id: what validates it. */
export const generateRequests = Object.fromEntries(
  Object.values<Template>(templates).map(({ id, data }) => [
    id,
    requestSchema(Type.Literal(id), data, `Generate_${id}`),
  ]),
);
const validators = Object.fromEntries(
  Object.entries(generateRequests).map(([id, schema]) => [id, compileValidator(schema)]),
);
const validateUntold = compileValidator(requestSchema(Type.String(), Type.Object({}), "Generate"));

function requestSchema<T extends Type.TSchema, D extends Type.TSchema>(template: T, data: D, title: string) {
  return Type.Object(
    { template, data, options: Type.Optional(outputOptions) },
    { additionalProperties: false, title },
  );
}

/**
 * Checks and normalises the body of a generate request. Lengths are counted after normalisation.
 * Throws AppError `unknown_template` or `validation_failed`, the latter with every fault.
 */
export function parseGenerateRequest(body: Readonly<Record<string, unknown>>): GenerateRequest {
  const { template } = body;
  if (typeof template === "string" && !Object.hasOwn(templates, template)) {
    throw new AppError("unknown_template", {
      message: `There is no such template. Those that are: ${Object.keys(templates).join(", ")}.`,
    });
  }
  const normalised = Object.hasOwn(body, "data") ? { ...body, data: normaliseValues(body["data"]) } : body;
  const validate = typeof template === "string" ? validators[template]! : validateUntold;
  const checked = validate(normalised) as ValidationResult<CheckedBody>;
  if (!checked.ok) throw new AppError("validation_failed", { details: checked.errors });
  return resolve(checked.value);
}

interface CheckedBody {
  template: TemplateId;
  data: Record<string, string>;
  options?: Static<typeof outputOptions>;
}

/** Normalises the strings of an object and leaves all else for the validator to find. */
function normaliseValues(data: unknown): unknown {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === "string" ? normaliseText(value) : value,
    ]),
  );
}

function resolve({ template, data, options = {} }: CheckedBody): GenerateRequest {
  const { width, height, format, quality, cache } = { ...defaults, ...options };
  const said = Object.entries(data).filter(([, value]) => value !== ""); // an empty field is no field
  return {
    recipe: {
      template,
      data: Object.fromEntries(said),
      width,
      height,
      format,
      quality: format === "png" ? 100 : quality,
    },
    cache,
  };
}
