import { CliError } from "./cli-error.ts";
import type { TemplateProblem } from "../index.ts";

interface RenderedCard {
  readonly bytes: Buffer;
  readonly warnings: readonly { readonly message: string }[];
}

/** A template's folder as `@placard/engine/folder` opens it. */
interface OpenTemplate {
  readonly template: { readonly samples: readonly Sample[] } | undefined;
  readonly problems: readonly TemplateProblem[];
  readonly images: unknown;
  readonly fonts: unknown;
}

interface Sample {
  readonly name: string;
  readonly data: unknown;
}

/** What the command line uses of `@placard/engine`, and of `@placard/templates`, which is installed with it. */
export interface EngineModules {
  readonly createEngine: () => {
    render(template: OpenTemplate["template"], options: object): Promise<RenderedCard>;
  };
  /** The sizes at which `template dev` shows a card, in pixels. */
  readonly previewSizes: readonly { readonly width: number; readonly height: number }[];
  readonly openTemplate: (folder: string) => Promise<OpenTemplate>;
  readonly watchFiles: (
    paths: readonly string[],
    onChange: () => void,
    onError: (message: string) => void,
  ) => () => void;
}

/** The engine is an optional dependency: only previews and checks need it, and it has native code. */
export async function loadEngine(): Promise<EngineModules> {
  const names = ["@placard/engine", "@placard/engine/folder", "@placard/templates/samples"];
  try {
    const modules = await Promise.all(names.map((name) => import(name) as Promise<EngineModules>));
    return Object.assign({}, ...modules) as EngineModules;
  } catch (cause) {
    throw new CliError(
      "template dev and lint need the package @placard/engine. Install it together with @placard/client.",
      { cause },
    );
  }
}
