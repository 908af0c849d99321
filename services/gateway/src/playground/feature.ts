import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { Images } from "../images/feature.ts";
import type { Platform } from "../platform.ts";
import type { TemplateSources } from "../templates/template-sources.ts";
import { publicPlaygroundEndpoints } from "./public-playground.ts";

/** Previews of the built-in templates, for people without an account. */
export function createPlayground(
  platform: Platform,
  { templates, images }: { templates: TemplateSources; images: Images },
): Feature {
  const playground = publicPlaygroundEndpoints(platform, templates, images.drawPreview);
  return {
    routes: [
      route("get", "/api/v1/playground/templates", access.public, playground.list),
      route("post", "/api/v1/playground/preview", access.visitor, playground.preview),
    ],
  };
}
