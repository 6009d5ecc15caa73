import { saveDeliverySettings } from "#app/domain/delivery-charge/delivery-settings.server.ts";
import {
  type SwitchRatesResult,
  startCheckoutRates,
  stopCheckoutRates,
} from "#app/domain/delivery-charge/switch-checkout-rates.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { Visit } from "../require-shop.server.ts";
import type { DeliveryForm } from "./delivery-form.ts";

/** One form of *Delivery charge*, one use case. */
export async function doDelivery({ ctx, by }: Visit, form: DeliveryForm): Promise<ActionAnswer> {
  switch (form.intent) {
    case "save_delivery": {
      const { intent: _, ...settings } = form;
      await saveDeliverySettings(ctx, { ...settings, by });
      return { ok: true, done: "Saved. Checkouts follow within a quarter of an hour." };
    }
    case "start_checkout_rates":
      return toStartedAnswer(await startCheckoutRates(ctx, { by }));
    case "stop_checkout_rates":
      await stopCheckoutRates(ctx, { by });
      return { ok: true, done: "Your checkout no longer asks Karwan" };
  }
}

function toStartedAnswer(result: SwitchRatesResult): ActionAnswer {
  switch (result.kind) {
    case "on":
      return { ok: true, done: "Your checkout may ask Karwan now" };
    case "not_allowed":
      return {
        ok: false,
        reason: "Shopify says that Karwan may not change your shipping settings yet.",
        detail: "Press it again and allow it in Shopify's window.",
      };
    case "refused":
      return {
        ok: false,
        reason: "Shopify does not let Karwan answer your checkout.",
        detail: `It said: “${result.message}” Most often the plan is the reason: rates of apps need the Advanced plan, or the yearly Shopify plan, or their own add-on, which Shopify's support switches on. Until then set rates by weight in Shopify, with the costs below.`,
      };
  }
}
