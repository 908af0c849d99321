import {
  canonicalJson,
  defaultBrandName,
  encodeCursor,
  exactObject,
  imageMetadata,
  lastingFailures,
  noBrandName,
  notFound,
  warning,
  withoutDefaults,
  type Recipe,
} from "@placard/contracts";
import Type from "typebox";
import { nextCursorField, pageQuery, paginate } from "../http/pagination.ts";
import type { Endpoint } from "../http/route.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import type { Generate } from "./generate.ts";
import type { AccountImages, GalleryImage } from "./account-images.ts";
import { containsWords, searchWordsOf, titleOf } from "./image-texts.ts";
import { nullableTimeField, timeField, type Time } from "../http/present.ts";
import { generatedImage, imageIdField, outputFormatField } from "./image-schemas.ts";
import { keyIdOf } from "../http/caller.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Brands } from "../brands/brand-store.ts";
import type { StoredImages } from "./stored-images.ts";
import { jsonResponse, pathParameter } from "../docs/operation.ts";

const text = Type.String();
const accountImage = exactObject(
  {
    id: imageIdField,
    url: generatedImage.properties.url,
    template: Type.String({ description: "the ID of the template", examples: ["blog"] }),
    title: Type.String({
      description: "the `title` or `name` of the data, or else its first text",
      examples: ["Hello, Placard"],
    }),
    brand: Type.Union([text, Type.Null()], {
      description: "the display name of the brand, if it has one",
      examples: [null],
    }),
    format: outputFormatField,
    width: imageMetadata.width,
    height: imageMetadata.height,
    size: Type.Union([Type.Integer(), Type.Null()], {
      description: "bytes; null while the image is not stored because its bytes have expired",
      examples: [104_857],
    }),
    warnings: Type.Array(warning, {
      description: "differences of the last render from the request, those about the request included",
      examples: [[]],
    }),
    failure: Type.Union([Type.Enum([...lastingFailures]), Type.Null()], {
      description:
        "why the last render failed: `gone` if its template no longer exists, `crashed` if it took too much time or memory; null if it did not fail",
    }),
    createdAt: Type.Unsafe<Time>({
      ...timeField,
      description: "when the image was rendered last",
    }),
    expiresAt: Type.Unsafe<Time | null>({
      ...nullableTimeField,
      description: "when the stored bytes expire; null if they have expired. The link keeps working",
    }),
  },
  { title: "AccountImage" },
);
const accountImageDetails = exactObject(
  {
    ...accountImage.properties,
    version: Type.Integer({ description: "the version of the template", examples: [3] }),
    data: Type.Object({}, { additionalProperties: true, description: "the data of the card" }),
    options: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          "the output options of the image, without those that have their default. The brand is stored with the image",
      },
    ),
    keyId: Type.Union([text, Type.Null()], {
      description:
        "the API key, the signing key or the site that caused the last render; null if a session did",
    }),
    requestId: Type.Union([text, Type.Null()], {
      description: "the ID of the request that caused the last render",
    }),
  },
  { title: "AccountImageDetails" },
);
const imageList = exactObject({ images: Type.Array(accountImage), nextCursor: nextCursorField });

const listQuery = Type.Object({
  cursor: pageQuery.properties.cursor,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 24, description: "The maximum number of images" }),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "Words that the texts of the image's data or the template's ID contain, without regard to case, or the image's ID",
    }),
  ),
});
/** How many images a request with `q` reads at most. */
const searchedPerRequest = 100;

/** GET /api/v1/account/images */
export function listAccountImages(accountImages: AccountImages, linkOf: Generate["linkOf"]): Endpoint {
  return jsonEndpoint({
    id: "listAccountImages",
    summary: "List your images",
    description:
      "Lists 24 images, newest first, unless you set `limit`. Of an account with more than 10,000 images, 10,000 are listed. With `q`, a page has the matches among the next 100 images: it may have fewer images than `limit`, or none. Continue while `nextCursor` is not null.",
    query: listQuery,
    responses: { 200: jsonResponse("The images", imageList) },
    errors: ["unavailable"],
    async handle({ query: { q = "", ...page }, owner }) {
      const words = searchWordsOf(q);
      const listed = await accountImages.listNewest(owner);
      const limit = words.length === 0 ? page.limit : searchedPerRequest;
      const { items, nextCursor: next } = paginate({ ...page, limit }, listed, "newest first", "time");
      const images = await accountImages.read(items, owner);
      const matches = images.filter((image) => containsWords(image, words));
      const found = matches.slice(0, page.limit);
      const last = items.find(({ imageId }) => imageId === found.at(-1)?.id);
      const nextCursor = matches.length > found.length && last ? encodeCursor(last) : next;
      return { images: found.map((image) => toView(image, linkOf)), nextCursor };
    },
  });
}

function toView({ id, recipe, report, renderedAt, stored }: GalleryImage, linkOf: Generate["linkOf"]) {
  const { template, format, width, height, scale = 1, brand } = recipe;
  return {
    id,
    url: linkOf(id, recipe),
    template: template.id,
    title: titleOf(recipe),
    brand: brand?.displayName,
    format,
    width: scale * width,
    height: scale * height,
    size: stored?.size,
    warnings: report?.warnings ?? [],
    failure: report?.failure,
    createdAt: renderedAt,
    expiresAt: stored?.expiresAt,
  };
}

const idParameter = pathParameter(
  "id",
  "The image ID: the last part of the link, without the extension",
  imageIdField,
);

interface DetailDependencies {
  images: AccountImages;
  stored: Pick<StoredImages, "renderAgain">;
  brands: Pick<Brands, "list">;
  linkOf: Generate["linkOf"];
}

/** GET /api/v1/account/images/:id and POST /api/v1/account/images/:id/render */
export function accountImageEndpoints({ images, stored, brands, linkOf }: DetailDependencies) {
  async function find(id: string, owner: string): Promise<GalleryImage> {
    const image = await images.find(id, owner);
    if (!image) throw notFound("Image");
    return image;
  }

  /** The option for the brand of an image: its name, if the brand has not changed since. */
  async function findBrandOption({ owner, brand }: Recipe): Promise<{ brand?: string }> {
    const all = await brands.list(owner);
    const same = all.find((each) => brand && canonicalJson(each.brand) === canonicalJson(brand));
    const hasDefault = all.some(({ name }) => name === defaultBrandName);
    const name = brand ? same?.name : noBrandName;
    return name === undefined || name === (hasDefault ? defaultBrandName : noBrandName)
      ? {}
      : { brand: name };
  }

  async function describe(image: GalleryImage) {
    const { owner: _owner, template, data, brand: _brand, ...options } = image.recipe;
    return {
      ...toView(image, linkOf),
      version: template.version,
      data,
      options: { ...withoutDefaults(options), ...(await findBrandOption(image.recipe)) },
      keyId: image.report?.keyId,
      requestId: image.report?.requestId,
    };
  }

  const get = jsonEndpoint({
    id: "getAccountImage",
    summary: "Get an image of your account",
    description:
      "Everything about an image of the account: its data, its options, the version of its template, and the warnings or the failure of its last render. Images of signed links without `exp` and of sites are included.",
    parameters: [idParameter],
    responses: { 200: jsonResponse("The image", accountImageDetails) },
    errors: ["not_found"],
    handle: async ({ params: { id }, owner }) => describe(await find(id, owner)),
  });

  const render = jsonEndpoint({
    id: "renderAccountImage",
    summary: "Render an image again",
    description:
      "Renders an image of the account again, for example because a remote image can be fetched now. Its link stays the same, and returns the earlier image until the render is done, or if it fails. Counts as a render. Copies in browsers and other caches stay until they expire.",
    parameters: [idParameter],
    responses: { 200: jsonResponse("The image", accountImageDetails) },
    errors: ["not_found", "gone", "render_failed", "overloaded", "render_timeout", "quota_exceeded"],
    async handle({ params: { id }, owner, res }) {
      const caller = { owner, requestId: requestIdOf(res), keyId: keyIdOf(res) };
      await stored.renderAgain(await find(id, owner), caller);
      return describe(await find(id, owner));
    },
  });
  return { get, render };
}
