/** What is used of the WebAssembly interface, which TypeScript declares only for browsers. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: "WebAssembly.Module";
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Global {
    readonly value: number;
  }
  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (module: Module) => { readonly exports: unknown };
}
