import { blog } from "./blog.ts";
import type { Template } from "./define-template.ts";
import { event } from "./event.ts";
import { product } from "./product.ts";

/** Every template there is, by id, in the order they are listed. Adding one is its file and a name here. */
export const templates = { blog, product, event } satisfies Record<string, Template>;

/** The id of a template in the registry. */
export type TemplateId = keyof typeof templates;
