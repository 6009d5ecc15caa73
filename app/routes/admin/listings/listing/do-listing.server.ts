import { z } from "zod";
import { publishListingNow } from "#app/domain/catalog/channels/publish-listing.server.ts";
import { isForSale, whyNotLeaving } from "#app/domain/catalog/listings/leaving/leave-subjects.server.ts";
import {
  deleteListing,
  type LeavingOutcome,
  unlinkListing,
} from "#app/domain/catalog/listings/leaving/unlink-listing.server.ts";
import {
  dismissListingIssue,
  takeOver,
  unlockField,
} from "#app/domain/catalog/listings/locks/unlock-field.server.ts";
import { type PolicyChanges, savePolicy } from "#app/domain/catalog/listings/policy/save-policy.server.ts";
import { undoReprice } from "#app/domain/catalog/pricing/apply-reprice.server.ts";
import { fixPrices } from "#app/domain/catalog/pricing/fix-prices.server.ts";
import { settingWords } from "#app/domain/catalog/pricing/fix-words.ts";
import { fixableIssues } from "#app/domain/catalog/pricing/fixable-issues.ts";
import {
  clearOverride,
  setListingPrice,
  setVariantPrice,
} from "#app/domain/catalog/pricing/set-prices.server.ts";
import { type PriceDraft, readPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import { checkListing, tryAgain } from "#app/domain/product-events/check-listing.server.ts";
import { type ListingId, toBulkRunId, toStockedItemId } from "#app/platform/ids.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import type { Visit } from "#app/routes/admin/require-shop.server.ts";
import { toPublishAnswer } from "#app/routes/admin/settings/channels/to-allowed-answer.ts";
import { typedPriceRule } from "#app/routes/admin/settings/settings-form.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

/** A choice of the listing's own, or null for the shop's. */
const orShop = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words).or(z.literal("shop").transform(() => null));

const pkr = z.coerce.number().int().min(0).max(100_000_000);

const variantId = z.uuid().transform(toStockedItemId);

/** A button that names prices: what it said is sent along. */
const setPricesForm = z.object({
  code: z.enum(fixableIssues),
  variantId: variantId.optional(),
  ...{ count: pkr, lowest: pkr, highest: pkr },
});

/** Every button and form of a listing's page. */
export const listingForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("check_now") }),
  z.object({ intent: z.literal("try_again") }),
  z.object({ intent: z.literal("publish") }),
  z.object({ intent: z.literal("fix_price"), variantId, price: z.string().max(20) }),
  z.object({ intent: z.literal("clear_price"), variantId }),
  setPricesForm.extend({ intent: z.literal("set_prices") }),
  z.object({ intent: z.literal("undo_prices"), runId: z.uuid().transform(toBulkRunId) }),
  z.object({ intent: z.literal("own_rule"), draft: typedPriceRule }),
  z.object({ intent: z.literal("shop_rule") }),
  z.object({ intent: z.literal("unlink"), hide: z.enum(["0", "1"]) }),
  z.object({ intent: z.literal("delete"), choice: z.literal("for_sale_too").optional() }),
  z.object({ intent: z.literal("unlock"), field: z.string().max(60) }),
  z.object({ intent: z.literal("keep"), code: z.string().max(40) }),
  z.object({ intent: z.literal("take_over"), code: z.string().max(40) }),
  z.object({
    intent: z.literal("policy"),
    stockBuffer: z
      .string()
      .trim()
      .max(10)
      .transform((text) => (text === "" ? null : Number(text))),
    whenOutOfStock: orShop(["quantity", "draft", "nothing"]),
    whenCostChanges: orShop(["rule", "keep_margin", "alert", "hold_sales"]),
    whenContentChanges: orShop(["follow", "alert"]),
    whenVariantsChange: orShop(["follow", "alert"]),
    whenRemoved: orShop(["draft", "archive", "quantity"]),
  }),
]);

type ListingForm = z.output<typeof listingForm>;

const GONE: ActionAnswer = { ok: false, gone: true, reason: "Somebody has done this already." };

/** What customers can buy now is asked about a second time. */
const FOR_SALE: ActionAnswer = {
  ok: false,
  reason: "It is for sale now: customers can buy it, and links to it would end.",
  choices: [{ value: "for_sale_too", label: "Yes, delete what is for sale" }],
};

function leaving(outcome: LeavingOutcome, done: string): ActionAnswer {
  if (outcome.kind === "not_found") throw notFound();
  const reason = whyNotLeaving(outcome);
  return reason === null ? { ok: true, done } : { ok: false, reason };
}

/** One press, one use case. */
export async function doListing(
  visit: Visit,
  listingId: ListingId,
  form: ListingForm,
): Promise<ActionAnswer> {
  const { ctx, by } = visit;
  switch (form.intent) {
    case "check_now":
      return check(visit, listingId);
    case "try_again":
      if (!(await tryAgain(ctx, listingId))) throw notFound();
      return { ok: true, done: "Trying again" };
    case "publish":
      return publish(visit, listingId);
    case "fix_price":
      return setVariantPrice(ctx, {
        listingVariantId: form.variantId,
        pricePkr: Number(form.price || "0"),
        by,
      });
    case "clear_price":
      return clearOverride(ctx, { listingId, listingVariantId: form.variantId, by });
    case "set_prices":
      return setPrices(visit, listingId, form);
    case "undo_prices": {
      const undone = await undoReprice(ctx, { runId: form.runId, by });
      return undone.ok ? { ok: true, done: "Putting the old price back" } : undone;
    }
    case "own_rule":
      return ownRule(visit, listingId, form.draft);
    case "shop_rule":
      return setListingPrice(ctx, { listingId, price: { kind: "shop_rule" }, by });
    case "unlink":
      return leaving(
        await unlinkListing(ctx, { listingId, by, keepProduct: form.hide !== "1" }),
        "Unlinking it",
      );
    case "delete":
      if (form.choice === undefined && (await isForSale(ctx, listingId))) return FOR_SALE;
      return leaving(await deleteListing(ctx, { listingId, by }), "Deleting it");
    case "unlock": {
      const isKnown = await unlockField(ctx, { listingId, field: form.field, by });
      return isKnown ? { ok: true, done: "Given back: it is brought up to date" } : GONE;
    }
    case "take_over":
      return (await takeOver(ctx, { listingId, code: form.code, by }))
        ? { ok: true, done: "Taken over" }
        : GONE;
    case "keep":
      return (await dismissListingIssue(ctx, { listingId, code: form.code, by }))
        ? { ok: true, done: "Left as it is" }
        : GONE;
    case "policy": {
      const { intent: _, ...changes } = form;
      return policy(visit, listingId, changes);
    }
  }
}

async function publish({ ctx, by }: Visit, listingId: ListingId): Promise<ActionAnswer> {
  const outcome = await publishListingNow(ctx, { listingId, by });
  if (outcome.kind === "not_found") throw notFound();
  return toPublishAnswer(outcome);
}

async function check({ ctx }: Visit, listingId: ListingId): Promise<ActionAnswer> {
  const answer = await checkListing(ctx, listingId);
  return answer.ok ? { ok: true, done: answer.found } : answer;
}

async function setPrices(
  { ctx, by }: Visit,
  listingId: ListingId,
  { code, variantId, ...expects }: z.output<typeof setPricesForm>,
): Promise<ActionAnswer> {
  const set = await fixPrices(ctx, { listingId, code, listingVariantId: variantId, expects, by });
  return set.ok ? { ok: true, done: `${settingWords(expects)}. Its page can put it back for 7 days` } : set;
}

async function ownRule({ ctx, by }: Visit, listingId: ListingId, draft: PriceDraft): Promise<ActionAnswer> {
  const read = readPriceDraft(draft);
  if (read.ok) return setListingPrice(ctx, { listingId, price: { kind: "rule", rule: read.rule }, by });
  return { ok: false, reason: "The rule is not saved. Correct what is marked.", errors: read.errors };
}

async function policy(
  { ctx, by }: Visit,
  listingId: ListingId,
  changes: PolicyChanges,
): Promise<ActionAnswer> {
  const { stockBuffer = null } = changes;
  if (stockBuffer !== null && (!Number.isInteger(stockBuffer) || stockBuffer < 0 || stockBuffer > 100_000)) {
    const errors = { stockBuffer: "Write a whole number, 0 or more." };
    return { ok: false, reason: "Units kept back must be a whole number.", errors };
  }
  const saved = await savePolicy(ctx, { listingId, changes, by });
  if (!saved) throw notFound();
  return { ok: true, done: "Saved for this listing" };
}
