import type { I18nTranslate } from "@shopify/ui-extensions/admin";

/** Translates as Shopify does, with an extension's own words; a key without words fails. */
export function inEnglish(words: Readonly<Record<string, string>>): I18nTranslate {
  const translate = (key: string, replacements: Readonly<Record<string, unknown>> = {}) => {
    const text = words[key];
    if (text === undefined) throw new Error(`No words for ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (!(name in replacements)) throw new Error(`No ${name} for the words of ${key}`);
      return String(replacements[name]);
    });
  };
  return translate as I18nTranslate;
}
