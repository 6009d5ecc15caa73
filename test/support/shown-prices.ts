import { z } from "zod";
import { type PriceDraft, toPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import { suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { Merchant } from "#test/demo/merchant.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import type { ShownState } from "./shown-states.ts";
import { waitFor } from "./wait-for.ts";

const home = `/store/${DEMO_SHOP.split(".")[0]}/apps/karwan`;
const page = z.object({ run: z.object({ state: z.string() }) });

/** A new rule in preview, applied, and put back; prices are then as before. */
export async function* showPrices(merchant: Merchant): AsyncGenerator<ShownState> {
  const preview = await saveRule(merchant, { base: "multiply", value: "1.5", ending: "99" });
  yield { name: "16-prices-preview", path: `${home}${preview}` };
  await merchant.press("run", preview, { intent: "apply" });
  await untilOver(merchant, preview);
  yield { name: "16-prices-applied", path: `${home}${preview}` };
  yield { name: "16-prices-settings", path: `${home}/settings/prices` };
  const undo = (await merchant.press("run", preview, { intent: "undo" })) ?? "";
  await untilOver(merchant, undo);
  yield { name: "16-prices-undone", path: `${home}${undo}` };
}

/** Saves a rule as the settings page does; the address of its preview. */
async function saveRule(merchant: Merchant, draft: Partial<PriceDraft>): Promise<string> {
  const whole = JSON.stringify({ ...toPriceDraft(suggestedRule), ...draft });
  const preview = await merchant.press("settings", "/settings", { intent: "price_rule", draft: whole });
  if (preview === null) throw new Error("The rule changes no price");
  return preview;
}

/** Waits until a change of many listings is over. */
async function untilOver(merchant: Merchant, path: string): Promise<void> {
  await waitFor(async () => (await merchant.read("run", path, page)).run.state !== "running", {
    what: "the prices to be changed",
  });
}
