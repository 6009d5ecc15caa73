const formats = new Map<string, Intl.DateTimeFormat>();

/** "26 Nov" in the customer's language, with the digits everybody reads. */
export function formatLocalDay(at: Date, lang: string, timeZone: string): string {
  const key = `${lang} ${timeZone}`;
  const known = formats.get(key);
  // Roman Urdu says the months as English does.
  const locale = lang === "ur" ? "ur-PK-u-nu-latn" : "en-GB";
  const format =
    known ??
    new Intl.DateTimeFormat(locale, { timeZone, day: "numeric", month: lang === "ur" ? "long" : "short" });
  if (!known) formats.set(key, format);
  return format.format(at);
}
