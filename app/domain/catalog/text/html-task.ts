import { descriptionToText } from "#app/domain/catalog/import/description-text.ts";
import { digestOf } from "#app/domain/catalog/listings/sync/description-digest.ts";
import { sanitizeDescription } from "./sanitize-description.ts";

/** What is parsed of HTML from outside. Its result is text. */
export type HtmlTask =
  | { readonly kind: "sanitize"; readonly html: string; readonly hiddenNames: readonly string[] }
  | { readonly kind: "digest"; readonly html: string }
  | { readonly kind: "text"; readonly html: string };

export function runHtmlTask(task: HtmlTask): string {
  switch (task.kind) {
    case "sanitize":
      return sanitizeDescription(task.html, task.hiddenNames);
    case "digest":
      return digestOf(task.html);
    case "text":
      return descriptionToText(task.html);
  }
}
