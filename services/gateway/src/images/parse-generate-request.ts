import {
  AppError,
  compileValidator,
  defaultBrandName,
  generateOptions,
  deriveImageId,
  failureTtlMs,
  listIgnoredOptions,
  listOptionErrors,
  noBrandName,
  outputOptions,
  parseTemplateName,
  randomImageId,
  remoteImageQueue,
  renderQueue,
  resolveOptions,
  type Brand,
  type Recipe,
  type RenderQueueName,
  type RenderRequest,
  type TemplateData,
  type ValidationResult,
  exactObject,
  invalidField,
} from "@placard/contracts";
import { nearestName } from "@placard/contracts/nearest-name";
import {
  normalizeData,
  remoteImagesOf,
  type TemplateCatalog,
  type TemplateDescription,
} from "@placard/templates";
import Type, { type Static } from "typebox";
import { templateGone, versionGone } from "../templates/template-errors.ts";
import { listCardOptionErrors, usedFocus } from "./card-options.ts";
import { suggestPlaces } from "./misplaced-fields.ts";

/** Who sends a request. */
export interface Caller extends Pick<RenderRequest, "requestId" | "keyId"> {
  /** The account that the image will belong to. */
  owner: string;
}

/**
 * The TTL of results with `cache: false`, in seconds: only a request that waits for its image, or polls its
 * job, needs them.
 */
const uncachedResultTtlSeconds = failureTtlMs / 1000;

/** The brands of accounts, as their store has them. */
export interface BrandLookup {
  find: (owner: string, name: string) => Promise<{ brand: Brand } | undefined>;
  /** Absent if the error about an unknown brand must not show the others, as to the visitor of a link. */
  list?: (owner: string) => Promise<readonly { name: string }[]>;
}

const generateBody = exactObject({
  template: Type.String(),
  data: Type.Object({}),
  options: Type.Optional(outputOptions),
});
const validateImageBody = compileValidator(generateBody);
const validateGenerateBody = compileValidator(
  exactObject({ ...generateBody.properties, options: Type.Optional(generateOptions) }),
);

type ImageOptions = Static<typeof outputOptions>;
type GenerateBody = Omit<Static<typeof generateBody>, "options"> & {
  options?: Static<typeof generateOptions>;
};
/** The templates that a request can name. */
export type RequestCatalog = Pick<
  TemplateCatalog<TemplateDescription>,
  "find" | "list" | "listIds" | "validate" | "wasDeleted"
>;

/**
 * Parses a request for one image, such as a preview or a signed link. Rejects as parseGenerateRequests.
 * `validateBody` can permit fewer options.
 */
export async function parseGenerateRequest(
  catalog: RequestCatalog,
  body: Readonly<Record<string, unknown>>,
  caller: Caller,
  brands?: BrandLookup,
  validateBody: (body: unknown) => ValidationResult<GenerateBody> = validateImageBody,
): Promise<RenderRequest> {
  const [request] = await parseGenerateRequests(catalog, body, caller, brands, validateBody);
  return request!; // there is one for each size, or one
}

/**
 * Normalizes and validates the body of an account's generate request, and returns a request for the image of
 * each size. Lengths are counted after normalization. Rejects with AppError `unknown_template`, `gone` or
 * `validation_failed`, the latter with all errors.
 */
export async function parseGenerateRequests(
  catalog: RequestCatalog,
  body: Readonly<Record<string, unknown>>,
  { owner, requestId, keyId }: Caller,
  brands: BrandLookup = { find: () => Promise.resolve(undefined) },
  validateBody: (body: unknown) => ValidationResult<GenerateBody> = validateGenerateBody,
): Promise<RenderRequest[]> {
  const template =
    typeof body["template"] === "string" ? await findTemplate(catalog, body["template"], owner) : undefined;
  const data = normalizeData(body["data"], template?.data);
  const checkedBody = validateBody(body);
  const checkedData = template && isObject(data) ? catalog.validate(template, data) : undefined;
  if (!checkedBody.ok || !template || !checkedData?.ok) {
    const { errors, moreErrors } = checkedBody.ok ? noErrors : checkedBody;
    const inData = checkedData && !checkedData.ok ? checkedData : noErrors;
    const dataErrors = inData.errors.map(({ path, message }) => ({ path: `/data${path}`, message }));
    const dataFields = template ? Object.keys(template.data.properties) : [];
    throw new AppError("validation_failed", {
      details: suggestPlaces([...errors, ...dataErrors], dataFields),
      moreDetails: moreErrors + inData.moreErrors,
    });
  }
  const { sizes, ...options } = checkedBody.value.options ?? {};
  const variants: ImageOptions[] = sizes?.map((size) => ({ ...options, ...size })) ?? [options];
  const details = [
    ...sizeErrors(sizes, options),
    ...listCardOptionErrors(template, options),
    ...variants.flatMap(listOptionErrors),
  ];
  if (details.length > 0) throw new AppError("validation_failed", { details });
  const { id, version, hash } = template;
  const brand = await readBrand(brands, owner, options.brand);
  const cardData = withoutEmptyFields(checkedData.value);
  const focus = usedFocus(template, cardData, options.focus);
  const queue = chooseQueue(template, cardData);
  return variants.map((variant) => {
    const warnings = listIgnoredOptions(variant);
    const { cache, brand: _, focus: _focus, ...output } = resolveOptions(variant);
    const recipe: Recipe = {
      owner,
      template: { id, version, hash },
      data: cardData,
      ...(brand && { brand }),
      ...output,
      ...(focus && { focus }),
    };
    return {
      id: cache ? deriveImageId(recipe) : randomImageId(owner),
      recipe,
      queue,
      requestId,
      keyId,
      ...(!cache && { resultTtlSeconds: uncachedResultTtlSeconds }),
      ...(warnings.length > 0 && { warnings }),
    };
  });
}

/** The errors of a list of valid sizes: an additional single size, and sizes that occur twice. */
function sizeErrors(
  sizes: Static<typeof generateOptions>["sizes"],
  options: ImageOptions,
): { path: string; message: string }[] {
  if (!sizes) return [];
  const single = (["width", "height"] as const).filter((name) => options[name] !== undefined);
  const keys = sizes.map(({ width, height }) => `${width}×${height}`);
  const repeated = keys.flatMap((key, index) => (keys.indexOf(key) < index ? [{ key, index }] : []));
  return [
    ...single.map((name) => ({
      path: `/options/${name}`,
      message: "must be absent if `sizes` is present: add the size to the list",
    })),
    ...repeated.map(({ key, index }) => ({
      path: `/options/sizes/${index}`,
      message: `must differ from the other sizes; ${key} is there twice`,
    })),
  ];
}

/**
 * The brand that a request names, or else the default one. Throws AppError `validation_failed` if it does not
 * exist.
 */
async function readBrand(
  brands: BrandLookup,
  owner: string,
  name: string | undefined,
): Promise<Brand | undefined> {
  if (name === noBrandName) return undefined;
  const stored = await brands.find(owner, name ?? defaultBrandName);
  if (stored || name === undefined) return stored?.brand;
  const names = (await brands.list?.(owner))?.map((each) => each.name);
  throw invalidField("/options/brand", describeUnknownBrand(name, names));
}

function describeUnknownBrand(name: string, names: readonly string[] | undefined): string {
  const problem = `must be the name of a brand of this account, or \`${noBrandName}\`; this is \`${name}\``;
  if (!names) return problem;
  const nearest = nearestName(name, names);
  if (nearest !== undefined) return `${problem}. Did you mean \`${nearest}\`?`;
  const brands = names.map((each) => `\`${each}\``).join(", ");
  return `${problem}. The account has ${brands === "" ? "no brands" : `the brands ${brands}`}`;
}

const noErrors = { errors: [], moreErrors: 0 };

/** The queue for a render of a template with data. */
export function chooseQueue(template: TemplateDescription, data: TemplateData): RenderQueueName {
  return remoteImagesOf(template, data).length === 0 ? renderQueue : remoteImageQueue;
}

async function findTemplate(
  catalog: RequestCatalog,
  name: string,
  owner: string,
): Promise<TemplateDescription> {
  const requested = parseTemplateName(name);
  const template = await catalog.find(requested, owner);
  if (template) return template;
  const current = await catalog.find({ id: requested.id }, owner);
  if (current) throw versionGone(current.id, requested.version, current.version);
  if (await catalog.wasDeleted(requested.id, owner)) throw templateGone(requested.id);
  const names = (await catalog.list()).map(({ id }) => id);
  const nearest = nearestName(requested.id, await catalog.listIds(owner));
  const suggestion = nearest === undefined ? "" : ` Did you mean \`${nearest}\`?`;
  throw new AppError("unknown_template", {
    message: `Unknown template.${suggestion} Use one of: ${names.join(", ")}; or a template of your account.`,
  });
}

/** Removes empty fields: they are equivalent to absent ones, so they must not change the image id. */
function withoutEmptyFields(data: TemplateData): TemplateData {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value.length > 0));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
