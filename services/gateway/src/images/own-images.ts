import Type, { type Static } from "typebox";
import { accountIdOf } from "../http/caller.ts";
import { sendData } from "../http/envelope.ts";
import { invalidQuery } from "../http/invalid-query.ts";
import { cursorAfter, nextCursorField, pageParameters, paginate } from "../http/pagination.ts";
import type { Endpoint } from "../http/route.ts";
import type { Generate } from "./generate.ts";
import type { AccountImages, GalleryImage, ListedImage } from "./account-images.ts";
import { containsWords, searchWordsOf, titleOf } from "./image-texts.ts";
import { formatTime, nullableTimeField, timeField } from "../account/account-fields.ts";
import { imageIdField, outputFormatField } from "./image-schemas.ts";
import { exactObject } from "@placard/contracts";

const text = Type.String();
const accountImage = exactObject(
  {
    id: imageIdField,
    url: Type.String({ format: "uri", description: "the public link to the image" }),
    template: Type.String({ description: "the ID of the template" }),
    title: Type.String({ description: "the `title` or `name` of the data, or else its first text" }),
    brand: Type.Union([text, Type.Null()], { description: "the display name of the brand, if it has one" }),
    format: outputFormatField,
    width: Type.Integer({ description: "pixels" }),
    height: Type.Integer({ description: "pixels" }),
    size: Type.Union([Type.Integer(), Type.Null()], {
      description: "bytes; null while the image is not stored because its bytes have expired",
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
const example: Static<typeof accountImage> = {
  id: "Yw0qJ5v1mB2xk9T3uLrZ8eNfH6aGdCsP",
  url: "https://og.example.com/og/Yw0qJ5v1mB2xk9T3uLrZ8eNfH6aGdCsP.png",
  template: "blog",
  title: "Hello, Placard",
  brand: null,
  format: "png",
  width: 1200,
  height: 630,
  size: 104_857,
  createdAt: "2027-01-01T12:00:00.000Z",
  expiresAt: "2027-01-08T12:00:00.000Z",
};

const defaultLimit = "24";
/** How many images a request with `q` reads at most. */
const searchedPerRequest = "100";
const maxQueryLength = 200;

interface Deps {
  accountImages: Pick<AccountImages, "listNewest" | "read">;
  linkOf: Generate["linkOf"];
}

/** GET /api/v1/account/images */
export function listAccountImages({ accountImages, linkOf }: Deps): Endpoint {
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

  return {
    operation: {
      id: "listAccountImages",
      tag: "images",
      summary: "List your images",
      description:
        "Lists 24 images, newest first, unless you set `limit`. Of an account with more than 10,000 images, 10,000 are listed. With `q`, a page has the matches among the next 100 images: it may have fewer images than `limit`, or none. Continue while `nextCursor` is not null.",
      parameters: [
        ...pageParameters.filter(({ name }) => name === "cursor"),
        {
          in: "query",
          name: "limit",
          description: "The maximum number of images",
          schema: Type.Integer({ minimum: 1, maximum: 100, default: 24 }),
        },
        {
          in: "query",
          name: "q",
          description:
            "Words that the texts of the image's data or the template's ID contain, without regard to case, or the image's ID",
          schema: Type.String({ maxLength: maxQueryLength }),
        },
      ],
      responses: {
        200: {
          description: "The images",
          data: imageList,
          example: { images: [example], nextCursor: null },
        },
      },
      errors: ["validation_failed", "unavailable"],
    },

    async handler({ query }, res) {
      const accountId = accountIdOf(res);
      const words = readWords(query["q"]);
      const order = { order: "newest first", timeOf: ({ time }: ListedImage) => time } as const;
      const listed = await accountImages.listNewest(accountId);
      const { limit = defaultLimit, cursor } = query;
      const wanted = paginate({ limit, ...(cursor !== undefined && { cursor }) }, listed, order);
      if (words.length === 0) {
        const images = (await accountImages.read(wanted.items, accountId)).map(toView);
        sendData<Static<typeof imageList>>(res, { images, nextCursor: wanted.nextCursor });
        return;
      }
      const searched = paginate(
        { limit: searchedPerRequest, ...(cursor !== undefined && { cursor }) },
        listed,
        order,
      );
      const matches = (await accountImages.read(searched.items, accountId)).filter((image) =>
        containsWords(image, words),
      );
      const found = matches.slice(0, Number(limit));
      const last = searched.items.find(({ imageId }) => imageId === found.at(-1)?.id);
      const nextCursor =
        matches.length > found.length && last ? cursorAfter(last.time, last.id) : searched.nextCursor;
      sendData<Static<typeof imageList>>(res, { images: found.map(toView), nextCursor });
    },
  };
}

/** The words of the parameter `q`, in lower case. Throws AppError `validation_failed`. */
function readWords(q: unknown): string[] {
  if (q === undefined) return [];
  if (typeof q !== "string" || q.length > maxQueryLength)
    throw invalidQuery([{ path: "/q", message: `must be a text of at most ${maxQueryLength} characters` }]);
  return searchWordsOf(q);
}
