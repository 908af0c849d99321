import { openApp } from "./open-app.tsx";

/** Opens the editor with a draft that has no problems. @param answers further ones, or other ones */
export function openDraft(html: string, template: object, answers: Readonly<Record<string, unknown>> = {}) {
  return openApp({
    path: "templates/mine",
    answers: {
      "GET /og/templates": { templates: [] },
      "GET /og/drafts": { drafts: [{ id: "mine" }] },
      "GET /og/templates/mine/draft": { json: JSON.stringify(template), html, assets: {} },
      "POST /og/templates/lint": { problems: [] },
      ...answers,
    },
  });
}
