import assert from "node:assert/strict";
import { AppError } from "@placard/contracts";
import { readMetadata } from "@placard/page-metadata";
import { compileTemplate, type TemplateDocument } from "@placard/templates";
import { countSteps } from "@placard/testing";
import {
  hostileBodies,
  hostileDocumentRequests,
  hostileDocuments,
  hostileImageHeaders,
  hostilePages,
} from "@placard/testing/hostile-inputs";
import type { Request, Response } from "express";
import { jsonBody } from "./http/json-body.ts";
import { measureImage } from "./page-check/fetch-image.ts";

const kibibyte = 1024;
/** The beginnings of each input, of up to 1 MiB. */
const sizes = [64 * kibibyte, 512 * kibibyte];

interface Parser {
  title: string;
  inputs: Readonly<Record<string, string | Buffer>>;
  parse: (input: Buffer) => unknown;
  /** Executed blocks of code for each byte. */
  maxStepsPerByte: number;
}

const [, , readJson] = jsonBody(1024 * kibibyte).handlers;
const jsonTexts = Object.fromEntries(Object.entries(hostileBodies).map(([name, { text }]) => [name, text]));

const parsers: Parser[] = [
  {
    title: "an HTML page with JSON-LD",
    inputs: hostilePages,
    parse: (page) => readMetadata(page.toString(), "https://placard.example/"),
    maxStepsPerByte: 15,
  },
  {
    title: "the header of an image",
    inputs: hostileImageHeaders,
    parse: measureImage,
    maxStepsPerByte: 10,
  },
  {
    title: "a JSON body",
    inputs: jsonTexts,
    parse: parseBody,
    maxStepsPerByte: 25,
  },
  {
    title: "a template document",
    inputs: hostileDocuments,
    parse: (html) => compileTemplate(documentOf(html.toString())),
    maxStepsPerByte: 150,
  },
];

/** Parses a body, which may be refused. */
function parseBody(body: Buffer): void {
  try {
    void readJson!({ body } as Request, {} as Response, () => {});
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
  }
}

function documentOf(html: string): TemplateDocument {
  const [lint] = hostileDocumentRequests(html);
  return { ...JSON.parse(lint!.text), assets: {} };
}

describe("the work that the worst known input causes is in proportion to its size", () => {
  for (const { title, inputs, parse, maxStepsPerByte } of parsers)
    for (const [name, input] of Object.entries(inputs))
      it(`in ${title}: ${name}`, async () => {
        for (const size of sizes) {
          const bytes = Buffer.from(input).subarray(0, size);
          const steps = await countSteps(() => parse(bytes));
          assert.ok(steps <= maxStepsPerByte * bytes.length, `${steps} steps for ${bytes.length} bytes`);
        }
      });
});
