import { createTemplateRecords, type TemplateRecords } from "@placard/accounts";
import type { Logger, RedisClient } from "@placard/runtime";
import type { ImageStore } from "@placard/storage";
import {
  createCompiledTemplates,
  createTemplateDocuments,
  readBuiltInTemplates,
  type TemplateDocuments,
} from "@placard/template-store";
import {
  compileTemplate,
  createFixedProvider,
  createTemplateCatalog,
  type TemplateCatalog,
} from "@placard/templates";
import type { AssetUploads } from "../assets/asset-uploads.ts";
import { createAccountTemplates, type AccountTemplates } from "./account-templates.ts";
import { createAssetImport } from "../assets/asset-import.ts";
import { createFolderTemplates } from "./folder-templates.ts";
import { listBuiltIns, type ListedTemplate } from "./listed-template.ts";

interface Deps {
  redis: RedisClient;
  store: ImageStore;
  uploadShared: AssetUploads["uploadShared"];
  /** TEMPLATES_DIR: the templates of the operator. */
  directory: string | undefined;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

interface TemplateSources {
  /** All templates: built-in ones, those of accounts, and those of the operator. */
  catalog: TemplateCatalog<ListedTemplate>;
  accountTemplates: AccountTemplates;
  /** Undefined without a directory. */
  folderTemplates: ReturnType<typeof createFolderTemplates> | undefined;
  templateRecords: TemplateRecords;
  documents: TemplateDocuments;
  compile: typeof compileTemplate;
}

/** Creates the catalog of all templates, and what it reads them from. */
export function createTemplateSources(deps: Deps): TemplateSources {
  const { redis, store, uploadShared, directory, logger, now } = deps;
  const documents = createTemplateDocuments({ store, now });
  const builtIns = readBuiltInTemplates();
  const isBuiltIn = (id: string) => builtIns.some((template) => template.id === id);
  const templateRecords = createTemplateRecords({ redis, now });
  const compile = compileTemplate;
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
          importAsset: createAssetImport(uploadShared),
          isReserved: isBuiltIn,
          logger,
        });
  const accountTemplates = createAccountTemplates({
    ...common,
    isReserved: (id) => isBuiltIn(id) || folderTemplates?.hasId(id) === true,
  });
  const catalog = createTemplateCatalog([
    listBuiltIns(createFixedProvider(builtIns)),
    accountTemplates.provider,
    ...(folderTemplates ? [folderTemplates.provider] : []),
  ]);
  return { catalog, accountTemplates, folderTemplates, templateRecords, documents, compile };
}
