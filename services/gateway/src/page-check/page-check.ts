import Type, { type Static } from "typebox";
import { exactObject } from "@placard/contracts";

const text = Type.String();
const url = Type.String({ format: "uri", examples: ["https://blog.example.com/hello"] });
const pixels = Type.Integer({ description: "pixels", examples: [1200] });

/** The kinds of cards, the largest first. */
const cardKinds = ["large", "small", "text", "none"] as const;
export type CardKind = (typeof cardKinds)[number];

const preview = exactObject(
  {
    platform: Type.String({ description: "the name of the platform, such as `X`", examples: ["X"] }),
    card: Type.Enum([...cardKinds], {
      description:
        "`large`: with the image across the card; `small`: with a thumbnail; `text`: without an image; `none`: only the link",
    }),
    title: Type.Optional(Type.String({ examples: ["Hello, world"] })),
    description: Type.Optional(Type.String({ description: "absent if the platform does not show one" })),
    domain: Type.String({ examples: ["blog.example.com"] }),
    imageUrl: Type.Optional(Type.String({ format: "uri", description: "the image that is shown" })),
    sources: Type.Array(url, {
      description: "where the platform documents its cards, or others report them if it does not",
    }),
  },
  { title: "PagePreview" },
);
/** What one platform shows of a page. */
export type PagePreview = Static<typeof preview>;

/** The severities of problems, the worst first. */
export const severities = ["error", "warning", "hint"] as const;
const problem = exactObject(
  {
    code: Type.String({ description: "stable, such as `image_too_large`", examples: ["image_too_large"] }),
    severity: Type.Enum([...severities], {
      description:
        "`error`: a card or its image is missing; `warning`: a card is shown with limitations; `hint`: a recommendation",
    }),
    message: Type.String({
      description: "what is wrong",
      examples: ["The image in `og:image` has 412 kB. Images are shown up to 300 kB by WhatsApp."],
    }),
    fix: Type.String({
      description: "how to fix it",
      examples: ["Compress it as JPEG or WebP, or render it smaller."],
    }),
    tag: Type.Optional(Type.String({ description: "the tag to paste into the page's `<head>`" })),
    platforms: Type.Optional(
      Type.Array(text, { description: "the affected platforms; absent for all", examples: [["WhatsApp"]] }),
    ),
  },
  { title: "PageProblem" },
);
/** What is wrong with a page, and how to fix it. */
export type PageProblem = Static<typeof problem>;

const checkedImage = exactObject(
  {
    tag: Type.Enum(["og:image", "twitter:image"]),
    url: Type.String({
      description: "absolute, or the text of the tag if that is not a URL",
      examples: ["https://blog.example.com/hello.png"],
    }),
    bytes: Type.Optional(
      Type.Integer({
        description: "the size of the file; absent if it could not be fetched",
        examples: [412_000],
      }),
    ),
    format: Type.Optional(
      Type.String({ description: "`png`, `jpeg`, `webp`, `gif`, `avif` or `svg`, by its content" }),
    ),
    width: Type.Optional(pixels),
    height: Type.Optional(pixels),
    durationMs: Type.Optional(Type.Integer({ description: "how long fetching it took" })),
  },
  { title: "CheckedImage" },
);
/** What was found out about an image of a page. */
export type CheckedImage = Static<typeof checkedImage>;

const redirect = exactObject({ url, status: Type.Integer() }, { title: "PageRedirect" });

/** The result of a check, as the API returns it. */
export const pageCheck = exactObject(
  {
    url: Type.String({
      format: "uri",
      description: "the page, after redirects",
      examples: ["https://blog.example.com/hello"],
    }),
    redirects: Type.Array(redirect, {
      description: "the redirects that led to the page, in order",
      examples: [[]],
    }),
    durationMs: Type.Optional(
      Type.Integer({ description: "how long fetching the page took; absent if it could not be fetched" }),
    ),
    previews: Type.Array(preview, { description: "empty if the page could not be fetched" }),
    problems: Type.Array(problem, { description: "errors first; empty if nothing is wrong" }),
    images: Type.Array(checkedImage, { description: "the first image of each tag, each URL once" }),
    image: Type.Optional(
      Type.String({
        contentEncoding: "base64",
        description: "only with `image=true`: the file of the first of `images`, if it has at most 2 MiB",
      }),
    ),
    format: Type.Optional(Type.Enum(["png", "jpeg", "webp"], { description: "the format of `image`" })),
  },
  { title: "PageCheck" },
);
export type PageCheck = Static<typeof pageCheck>;
