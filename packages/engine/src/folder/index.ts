export { checkData, openTemplate, TemplateFolderError, type OpenTemplate } from "./open-template.ts";
export { watchFiles } from "./watch-files.ts";
