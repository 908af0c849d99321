import { openApp } from "./open-app.tsx";

const card = { width: 1200, height: 630, image: "UklGRg==", warnings: [], variables: {}, boxes: [] };

/** Opens the editor with a draft that has no problems. @param answers further ones, or other ones */
export function openDraft(html: string, template: object, answers: Readonly<Record<string, unknown>> = {}) {
  return openApp({
    path: "templates/mine",
    answers: {
      "GET /og/templates": { templates: [] },
      "GET /og/drafts": { drafts: [{ id: "mine" }] },
      "GET /og/templates/mine/draft": { json: JSON.stringify(template), html, assets: {} },
      "POST /og/templates/lint": { problems: [] },
      "POST /og/templates/preview": card,
      ...answers,
    },
  });
}
