import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import type { Limits } from "../http/rate-limit.ts";
import { route } from "../http/route.ts";
import type { Images } from "../images/feature.ts";
import type { Platform } from "../platform.ts";
import type { TemplateSources } from "../templates/template-sources.ts";
import { publicPlaygroundEndpoints } from "./public-playground.ts";

/** Previews of the built-in templates, for people without an account. */
export function createPlayground(
  platform: Platform,
  { limits, templates, images }: { limits: Limits; templates: TemplateSources; images: Images },
): Feature {
  const playground = publicPlaygroundEndpoints(platform, templates, images.drawPreview, limits.playground);
  return {
    routes: [
      route("get", "/api/v1/playground/templates", access.public, playground.list),
      route("post", "/api/v1/playground/preview", access.visitor, playground.preview),
    ],
  };
}
