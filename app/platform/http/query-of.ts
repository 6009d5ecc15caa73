/** What stands after the first question mark of an address, as it came: a second one is part of a value. */
export function queryOf(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
}
