/** Creates a formatter for a language once, and for English if the language is unknown. Keeps at most some 100. */
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
