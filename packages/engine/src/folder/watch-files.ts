import { watch } from "chokidar";

/** Editors write several files, or a file in several steps: changes within this time, in ms, are one. */
const debounceMs = 80;

/**
 * Calls `onChange` after changes of files, and of files in folders, also when another file replaces them.
 * @param paths files and folders
 * @param onError gets a message if the system can't watch some of them, such as too many
 * @param ignored a file whose changes don't count
 * @returns stops it
 */
export function watchFiles(
  paths: readonly string[],
  onChange: () => void,
  onError: (message: string) => void,
  ignored?: string,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([...paths], { ignoreInitial: true, ...(ignored !== undefined && { ignored }) });
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, debounceMs);
  });
  watcher.on("error", (error) => {
    const cause = error instanceof Error ? error.message : String(error);
    onError(`Some changes will not be noticed: ${cause}. Fix the cause, and start the command again.`);
  });
  return () => {
    clearTimeout(timer);
    void watcher.close();
  };
}
