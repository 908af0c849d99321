/** A part of the console that is loaded at its first use. @param name the subject of the error message */
export function loadPart<Module>(name: string, loading: Promise<Module>): Promise<Module> {
  return loading.catch((cause: unknown) => {
    throw new Error(`${name} could not be loaded. Reload the page.`, { cause });
  });
}
