const DEEPEST = 4;

/** Every text an object of unknown shape holds, its own and those of its parts. */
export function findTexts(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth >= DEEPEST) return [];
  return Object.values(value).flatMap((part) => findTexts(part, depth + 1));
}
