import type { PublishOutcome } from "#app/domain/catalog/channels/publish-listing.server.ts";
import type { PublishingPermission } from "#app/domain/catalog/channels/settle-channels.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { inARow } from "./visibility-words.ts";

/** What came of the permission to publish. */
export function toAllowedAnswer(allowed: PublishingPermission): ActionAnswer {
  if (allowed.kind === "not_allowed") {
    const reason = "Shopify says that Karwan may not publish yet.";
    return { ok: false, reason, detail: "Press it again and allow it in Shopify's window." };
  }
  const { products, channels } = allowed;
  const chosen = channels.filter((channel) => channel.chosen).map(({ name }) => name);
  if (chosen.length === 0)
    return { ok: true, done: "Allowed. Choose the channels under Settings, Sales channels." };
  const on = inARow(chosen);
  if (products === 0) return { ok: true, done: `Allowed. What you import is published on ${on}.` };
  const what = countOf(products, "product is", "products are");
  return { ok: true, done: `Allowed. ${what} being published on ${on}.` };
}

/** What came of *Publish*. */
export function toPublishAnswer(outcome: Exclude<PublishOutcome, { kind: "not_found" }>): ActionAnswer {
  switch (outcome.kind) {
    case "published":
      return outcome.isHidden
        ? { ok: true, done: `Published on ${inARow(outcome.on)}: customers see it once it is active` }
        : { ok: true, done: `Published on ${inARow(outcome.on)}` };
    case "not_allowed":
      return {
        ok: false,
        reason: "Karwan may not publish in your store.",
        detail: "Allow it under Settings, Sales channels.",
      };
    case "no_channel":
      return {
        ok: false,
        reason: "No sales channel is chosen.",
        detail: "Choose one under Settings, Sales channels.",
      };
    case "refused":
      return {
        ok: false,
        reason: "Shopify did not publish it.",
        ...(outcome.detail === "" ? {} : { detail: `It said: “${outcome.detail}”` }),
      };
  }
}
