import { IncomingMessage, ServerResponse, type ServerOptions } from "node:http";
import type { Express } from "express";

/**
 * Options of `http.createServer` that create requests and responses with an app's prototypes from the start.
 * Express sets these prototypes on every request otherwise, and V8 then discards the hidden classes: see
 * decision 5.
 */
export function withExpressPrototypes(app: Express): ServerOptions {
  return {
    IncomingMessage: withPrototype(IncomingMessage, app.request),
    ServerResponse: withPrototype(ServerResponse, app.response),
  };
}

function withPrototype<Base extends typeof IncomingMessage | typeof ServerResponse>(
  base: Base,
  prototype: object,
): Base {
  // Reflect.construct would be as slow. Node's constructors are plain functions.
  function Constructor(this: InstanceType<Base>, ...args: unknown[]): void {
    Reflect.apply(base, this, args);
  }
  Constructor.prototype = prototype;
  // V8 then reserves space for the properties that Node's constructors set.
  Object.setPrototypeOf(Constructor, base);
  return Constructor as unknown as Base;
}
