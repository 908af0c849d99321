import {
  createCompileInTurn,
  createCompiledTemplates,
  createTemplateDocuments,
  readBuiltInTemplates,
  type CompileInTurn,
  type TemplateDocuments,
} from "@placard/template-store";
import { createFixedProvider, createTemplateCatalog, type TemplateCatalog } from "@placard/templates";
import type { Assets } from "../assets/feature.ts";
import type { Platform } from "../platform.ts";
import { createAccountTemplates, type AccountTemplates } from "./account-templates.ts";
import { createAssetImport } from "../assets/assets.ts";
import { createDrafts, type Drafts } from "./draft-store.ts";
import { createFolderTemplates } from "./folder-templates.ts";
import { listBuiltIn, type ListedTemplate } from "./listed-template.ts";
import { createReviews, type Reviews } from "./review-store.ts";
import { createTemplateRecords, type TemplateRecords } from "./template-records.ts";

/** The templates, and what they are read from. */
export interface TemplateSources {
  /** All templates: built-in ones, accounts' and the operator's. */
  readonly catalog: TemplateCatalog<ListedTemplate>;
  /** The templates in the API description. */
  readonly described: readonly ListedTemplate[];
  readonly accountTemplates: AccountTemplates;
  readonly templateRecords: TemplateRecords;
  readonly documents: TemplateDocuments;
  readonly drafts: Drafts;
  readonly reviews: Reviews;
  readonly compile: CompileInTurn;
  /** Reads the templates of the operator, and watches them. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

/** Creates the catalog of all templates. */
export async function createTemplateSources(
  { settings, redis, store, logger, now }: Platform,
  assets: Assets,
): Promise<TemplateSources> {
  const directory = settings.TEMPLATES_DIR;
  const documents = createTemplateDocuments({ store, now });
  const builtIns = readBuiltInTemplates().map(listBuiltIn);
  const isBuiltIn = (id: string) => builtIns.some((template) => template.id === id);
  const templateRecords = createTemplateRecords({ redis, now });
  const compile = createCompileInTurn();
  const common = {
    records: templateRecords,
    documents,
    compiled: createCompiledTemplates({ documents, compile }),
    compile,
  };
  const folderTemplates =
    directory === undefined
      ? undefined
      : createFolderTemplates({
          ...common,
          directory,
          importAsset: createAssetImport(assets.uploads.uploadShared),
          isReserved: isBuiltIn,
          logger,
        });
  const accountTemplates = createAccountTemplates({
    ...common,
    isReserved: (id) => isBuiltIn(id) || folderTemplates?.hasId(id) === true,
  });
  const catalog = createTemplateCatalog([
    createFixedProvider(builtIns),
    accountTemplates.provider,
    ...(folderTemplates ? [folderTemplates.provider] : []),
  ]);
  return {
    catalog,
    described: await catalog.list(),
    accountTemplates,
    templateRecords,
    documents,
    drafts: createDrafts({ redis, now }),
    reviews: createReviews({ redis, now }),
    compile,
    async start() {
      await folderTemplates?.start();
    },
    stop: () => folderTemplates?.stop(),
  };
}
