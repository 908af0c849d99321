export { checkData, openTemplate, TemplateFolderError, type OpenTemplate } from "./open-template.ts";
