import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";
import { AppError, imageFormats, type ImageFormat } from "@placard/contracts";
import type { Request, Response } from "express";
import { failureEnvelope } from "../http/envelope.ts";
import type { Guard } from "../http/guard.ts";
import { bodyTooLarge } from "../http/json-body.ts";
import { requestIdOf } from "../http/request-id.ts";
import { addLogFields } from "../http/request-log.ts";
import type { Route } from "../http/route.ts";
import { publicError } from "../http/send-error.ts";
import type { Platform } from "../platform.ts";
import { listTools, type OperationTool } from "./tools.ts";

interface Deps extends Pick<Platform, "logger" | "metrics"> {
  /** The routes of the API; called at requests. */
  routes: () => readonly Route[];
  guard: Guard;
  /** `{base_url}`, without a trailing slash. */
  publicUrl: string;
}

const instructions = `Placard renders Open Graph images from templates. A template is template.json (fields, sizes, palette) and template.html (a subset of HTML and CSS).
To design a card: call getTemplate of a built-in template such as blog as an example, write your document, call lintTemplate until there are no errors, then previewTemplate with long and short data, look at the image, and correct the document. Preview 1200×630 and a square size. Publish with createTemplate, and later versions with createTemplateVersion.
To make an image of an existing template: listTemplates for its data, then generateImage, which returns the permanent link for og:image.
To see what platforms show of a public page, and what to correct in its tags: checkPage.`;

/**
 * POST /mcp: a server of the Model Context Protocol (2025-11-25, Streamable HTTP) without sessions. Its tools
 * are operations of the API. A tool call is a request with the same API key from the same client, under the
 * same rules.
 */
export function mcpHandler({ logger, metrics, routes, guard, publicUrl }: Deps) {
  let tools: ReadonlyMap<string, OperationTool> | undefined;
  const readTools = () => (tools ??= new Map(listTools(routes()).map((each) => [each.tool.name, each])));

  async function perform(
    { access, body: reader, call, toInput }: OperationTool,
    args: Readonly<Record<string, unknown>>,
    req: Request,
    res: Response,
  ): Promise<CallToolResult> {
    try {
      await guard.before(access)(req, res, () => {});
      const input = toInput(args);
      if (reader && Buffer.byteLength(JSON.stringify(input.body)) > reader.maxBytes)
        throw bodyTooLarge(reader.maxBytes);
      await guard.chargeBody(access, input.body, res);
      return toResult(await call({ ...input, req, res }));
    } catch (error) {
      const failure = publicError(error, requestIdOf(res), logger);
      metrics.countError(failure.code);
      addLogFields(res, { errorCode: failure.code });
      return { isError: true, content: [text(failureEnvelope(failure, requestIdOf(res)).error)] };
    }
  }

  return async (req: Request, res: Response): Promise<void> => {
    checkOrigin(req, publicUrl);
    const server = new Server(
      { name: "placard", title: "Placard", version: "1" },
      { capabilities: { tools: {} }, instructions },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [...readTools().values()].map(({ tool }) => tool),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const tool = readTools().get(params.name);
      if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
      addLogFields(res, { tool: params.name });
      return await perform(tool, params.arguments ?? {}, req, res);
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    res.once("close", () => void server.close());
    await server.connect(transport);
    const headers = req.headers as Record<string, string>;
    const message = new globalThis.Request(`${publicUrl}/mcp`, { method: "POST", headers });
    const reply = await transport.handleRequest(message, { parsedBody: req.body });
    res.writeHead(reply.status, { ...Object.fromEntries(reply.headers), "cache-control": "no-store" });
    res.end(await reply.text());
  };
}

/** Refuses pages of other sites, as the specification requires. Throws AppError `forbidden`. */
function checkOrigin({ headers: { origin } }: Pick<Request, "headers">, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    throw new AppError("forbidden", { message: "Pages of other sites can't use the MCP server." });
}

function toResult({ image, ...others }: { image?: unknown; format?: unknown }): CallToolResult {
  if (typeof image !== "string") return { content: [text({ image, ...others })] };
  const { mediaType } = imageFormats[others.format as ImageFormat];
  return { content: [{ type: "image", data: image, mimeType: mediaType }, text(others)] };
}

function text(value: unknown) {
  return { type: "text" as const, text: JSON.stringify(value) };
}
