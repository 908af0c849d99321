/** Creates a formatter once per language, in English if it is unknown. Keeps about 100 at most. */
export function perLanguage<T>(create: (language: string) => T): (language: string) => T {
  const formatters = new Map<string, T>();
  return (language) => {
    let formatter = formatters.get(language);
    if (!formatter) {
      if (formatters.size > 100) formatters.clear();
      try {
        formatter = create(language);
      } catch {
        formatter = create("en"); // not a language tag
      }
      formatters.set(language, formatter);
    }
    return formatter;
  };
}
