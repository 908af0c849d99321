import { templates } from "@placard/templates";
import type { RequestHandler } from "express";
import { sendData } from "../envelope.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  /** Authenticates and rate-limits. */
  guard: RequestHandler[];
}

const listing = Object.values(templates).map(({ id, name, description, fields, data }) => ({
  id,
  name,
  description,
  fields,
  schema: data,
}));

/** What can be drawn, and the JSON Schema of each template's data. */
export function templateRoutes({ guard }: Deps): Routes {
  return {
    "/api/v1/og/templates": { get: [...guard, (_req, res) => sendData(res, { templates: listing })] },
  };
}
