import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { Platform } from "../platform.ts";
import { createCheckPage, type PageCheckDependencies } from "./check-page.ts";
import { checkPage, pageCheckCost } from "./page-check-endpoint.ts";

export function createPageCheck(platform: Platform, deps: PageCheckDependencies): Feature {
  const checker = access.creator(undefined, { cost: pageCheckCost });
  return { routes: [route("get", "/api/v1/check", checker, checkPage(createCheckPage(platform, deps)))] };
}
