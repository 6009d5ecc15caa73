import type { Visibility } from "#app/domain/catalog/channels/visibility.ts";
import type { StatusWords } from "#app/ui/status-words.ts";

/** "Online Store, Point of Sale and Shop" */
export function inARow(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const HIDDEN: Readonly<Record<string, string>> = {
  DRAFT: "It is a draft, so customers do not see it.",
  ARCHIVED: "It is archived, so customers do not see it.",
};

const NOWHERE = "Not visible: it is on no sales channel.";

/** Where customers see a product of ours; null where nobody can tell. */
export function visibilityWords(visibility: Visibility, isSandbox = false): string | null {
  switch (visibility.kind) {
    case "visible":
      return `Visible on ${inARow(visibility.on)}`;
    case "hidden":
      return HIDDEN[visibility.status] ?? "Customers do not see it.";
    case "nowhere":
      return isSandbox ? `${NOWHERE} What a test key imports is not published by itself.` : NOWHERE;
    case "unknown":
      return null;
  }
}

/** The badge of a product that was imported: only what customers can see is in the store. */
export function importedWords(visibility: Visibility): StatusWords {
  switch (visibility.kind) {
    case "nowhere":
      return { label: "Imported, not visible", tone: "attention" };
    case "hidden":
      return {
        label: visibility.status === "DRAFT" ? "Imported as a draft" : "Imported, not visible",
        tone: "info",
      };
    default:
      return { label: "In your store", tone: "success" };
  }
}
