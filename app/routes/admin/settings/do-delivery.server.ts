import { saveDeliverySettings } from "#app/domain/delivery-charge/delivery-settings.server.ts";
import {
  type SwitchRatesResult,
  startCheckoutRates,
  stopCheckoutRates,
} from "#app/domain/delivery-charge/switch-checkout-rates.server.ts";
import {
  applyWeightRates,
  previewWeightRates,
  type RatesPreview,
  type RatesRefusal,
  undoWeightRates,
} from "#app/domain/delivery-charge/weight-rates.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { Visit } from "../require-shop.server.ts";
import type { DeliveryForm } from "./delivery-form.ts";

const NOT_ALLOWED: ActionAnswer = {
  ok: false,
  reason: "Shopify says that Karwan may not change your shipping settings yet.",
  detail: "Press it again and allow it in Shopify's window.",
};

/** What would be written is shown once, in place. */
type DeliveryAnswer = ActionAnswer & { readonly preview?: RatesPreview };

/** One form of *Delivery charge*, one use case. */
export async function doDelivery({ ctx, by }: Visit, form: DeliveryForm): Promise<DeliveryAnswer> {
  switch (form.intent) {
    case "save_delivery": {
      const { intent: _, ...settings } = form;
      await saveDeliverySettings(ctx, { ...settings, by });
      return { ok: true, done: "Saved. Checkouts follow within sixteen minutes." };
    }
    case "start_checkout_rates":
      return toStartedAnswer(await startCheckoutRates(ctx, { by }));
    case "stop_checkout_rates":
      await stopCheckoutRates(ctx, { by });
      return { ok: true, done: "Your checkout no longer asks Karwan" };
    default:
      return doWeightRates({ ctx, by }, form.intent);
  }
}

type RatesIntent = "preview_weight_rates" | "apply_weight_rates" | "undo_weight_rates";

async function doWeightRates({ ctx, by }: Visit, intent: RatesIntent): Promise<DeliveryAnswer> {
  switch (intent) {
    case "preview_weight_rates": {
      const result = await previewWeightRates(ctx);
      if (result.kind !== "ready") return toRatesRefusal(result);
      return { ok: true, done: "Shown below", preview: result.preview };
    }
    case "apply_weight_rates": {
      const result = await applyWeightRates(ctx, { by });
      if (result.kind !== "applied") return toRatesRefusal(result);
      return { ok: true, done: "Written into your shipping settings" };
    }
    case "undo_weight_rates": {
      const result = await undoWeightRates(ctx, { by });
      if (result.kind !== "undone") return toRatesRefusal(result);
      return { ok: true, done: "Taken out of your shipping settings" };
    }
  }
}

function toRatesRefusal(refusal: RatesRefusal): ActionAnswer {
  switch (refusal.kind) {
    case "not_connected":
      return { ok: false, reason: "The supplier is not connected." };
    case "not_allowed":
      return NOT_ALLOWED;
    case "no_zone":
      return {
        ok: false,
        reason: "No shipping profile has a zone of Pakistan for Karwan's location.",
        detail: "Add one in Shopify under Settings, Shipping and delivery, then press it again.",
      };
    case "refused":
      return {
        ok: false,
        reason: "Shopify did not write the rates.",
        detail: `It said: “${refusal.message}”`,
      };
  }
}

function toStartedAnswer(result: SwitchRatesResult): ActionAnswer {
  switch (result.kind) {
    case "on":
      return { ok: true, done: "Your checkout may ask Karwan now" };
    case "not_allowed":
      return NOT_ALLOWED;
    case "refused":
      return {
        ok: false,
        reason: "Shopify does not let Karwan answer your checkout.",
        detail: `It said: “${result.message}”. Most often the plan is the reason: rates of apps need the Advanced plan, or the yearly Shopify plan, or their own add-on, which Shopify's support switches on. Until then use the rates by weight below.`,
      };
  }
}
