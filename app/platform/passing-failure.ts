/** Database conflicts and outages that end by trying again: serialization, deadlock, lock or statement timeout, no server. */
const passingDatabaseCodes: ReadonlySet<string> = new Set([
  "40001",
  "40P01",
  "55P03",
  "57014",
  "P2034",
  "P2028",
  "P1001",
]);

/** The code of a failure of the database that ends by itself; null for anything else. */
export function passingDatabaseCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" && passingDatabaseCodes.has(error.code) ? error.code : null;
}

/** Whether an error says of itself that it passes, or is one of the database that does. */
export function isPassing(error: unknown): boolean {
  const saysSo = typeof error === "object" && error !== null && "retryable" in error;
  return saysSo ? error.retryable === true : passingDatabaseCode(error) !== null;
}
