import { encodeCursor, imageMetadata } from "@placard/contracts";
import Type, { type Static } from "typebox";
import { nextCursorField, pageQuery, paginate } from "../http/pagination.ts";
import type { Endpoint } from "../http/route.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import type { Generate } from "./generate.ts";
import type { AccountImages, GalleryImage } from "./account-images.ts";
import { containsWords, searchWordsOf, titleOf } from "./image-texts.ts";
import { formatTime, nullableTimeField, timeField } from "../account/account-fields.ts";
import { generatedImage, imageIdField, outputFormatField } from "./image-schemas.ts";
import { exactObject } from "@placard/contracts";
import { jsonResponse } from "../docs/operation.ts";

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
    createdAt: Type.Unsafe<string>({ ...timeField, description: "when the image was rendered last" }),
    expiresAt: Type.Unsafe<string | null>({
      ...nullableTimeField,
      description: "when the stored bytes expire; null if they have expired. The link keeps working",
    }),
  },
  { title: "AccountImage" },
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
  function toView({ id, recipe, renderedAt, stored }: GalleryImage): Static<typeof accountImage> {
    const { template, format, width, height, scale = 1, brand } = recipe;
    return {
      id,
      url: linkOf(id, recipe),
      template: template.id,
      title: titleOf(recipe),
      brand: brand?.displayName ?? null,
      format,
      width: scale * width,
      height: scale * height,
      size: stored?.size ?? null,
      createdAt: formatTime(renderedAt),
      expiresAt: formatTime(stored?.expiresAt),
    };
  }

  return jsonEndpoint({
    id: "listAccountImages",
    tag: "images",
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
      return { images: found.map(toView), nextCursor };
    },
  });
}
