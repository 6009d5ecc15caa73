import { redirect } from "@remix-run/node";
import { forgetCatalog } from "#app/domain/catalog/browse/save-catalog.server.ts";
import { changePriceRule } from "#app/domain/catalog/pricing/change-price-rule.server.ts";
import {
  type SaveStoreNamesResult,
  saveStoreNames,
} from "#app/domain/catalog/stores/supplier-stores.server.ts";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";
import { checkConnection } from "#app/domain/connection/check-connection.server.ts";
import { connectSupplier } from "#app/domain/connection/connect-supplier.server.ts";
import { disconnectSupplier } from "#app/domain/connection/disconnect-supplier.server.ts";
import { rotateWebhookSecret } from "#app/domain/connection/webhooks/rotate-webhook-secret.server.ts";
import { sendTestEvent } from "#app/domain/connection/webhooks/send-test-event.server.ts";
import { setUpRouting } from "#app/domain/home/set-up/set-up-routing.server.ts";
import { saveStockSettings } from "#app/domain/inventory/save-stock-settings.server.ts";
import { endShadowMode, startShadowMode } from "#app/domain/orders/shadow/switch-shadow-mode.server.ts";
import { type PriceDraft, readPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import { exportCustomer, recordAnswered } from "#app/domain/privacy/answer-data-request.server.ts";
import { CUSTOMER_WORDS, findWrongPlace } from "#app/domain/shops/customer-words.ts";
import { type SaveSettingsResult, saveSettings } from "#app/domain/shops/save-settings.server.ts";
import { grantRight } from "#app/domain/shops/staff.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { runUrl } from "#app/ui/run-url.ts";
import type { Visit } from "../require-shop.server.ts";
import {
  toActivateAnswer,
  toCheckAnswer,
  toConnectAnswer,
  toDisconnectAnswer,
  toRotateAnswer,
  toTestEventAnswer,
} from "./connection-answers.ts";
import { doDelivery } from "./do-delivery.server.ts";
import { doSupplierChanges } from "./do-supplier-changes.server.ts";
import { saveTimes } from "./save-times.server.ts";
import type { SettingsForm } from "./settings-form.ts";

const NOT_GRANTED: ActionAnswer = {
  ok: false,
  reason: "This person cannot be given that.",
  detail: "Collaborators never pay; others appear here once they pressed something that is yours.",
};

const REQUEST_GONE: ActionAnswer = { ok: false, reason: "This request is not here any more." };

/** What is kept about a customer is shown once, in place, and nowhere stored. */
export type SettingsAnswer = ActionAnswer & { readonly data?: string };

/** One form, one use case. */
export async function doSettings(
  { ctx, by, maySwitchPrepaidOn }: Visit & { readonly maySwitchPrepaidOn: boolean },
  form: SettingsForm,
): Promise<SettingsAnswer | Response> {
  switch (form.intent) {
    case "connect":
      return toConnectAnswer(await connectSupplier({ ...ctx, forgetCatalog }, { ...form, by }));
    case "check":
      return toCheckAnswer(await checkConnection(ctx, form));
    case "test_event":
      return toTestEventAnswer(await sendTestEvent(ctx, form));
    case "rotate":
      return toRotateAnswer(await rotateWebhookSecret(ctx, { mode: form.mode, by }));
    case "activate":
      return toActivateAnswer(await activateConnection(ctx, { mode: form.mode, by }), form.mode);
    case "disconnect":
      return toDisconnectAnswer(await disconnectSupplier(ctx, { ...form, by }));
    case "grant": {
      const isKnown = await grantRight(ctx, { ...form, by });
      return isKnown ? { ok: true, done: "Saved" } : NOT_GRANTED;
    }
    case "privacy_export": {
      const data = await exportCustomer(ctx, { requestId: form.requestId, by });
      return data === null ? REQUEST_GONE : { ok: true, done: "Shown below", data };
    }
    case "privacy_answered":
      return (await recordAnswered(ctx, { requestId: form.requestId, by }))
        ? { ok: true, done: "Marked as answered" }
        : REQUEST_GONE;
    case "save_stock": {
      const { intent: _, ...settings } = form;
      await saveStockSettings(ctx, { ...settings, by });
      return { ok: true, done: "Saved. Quantities follow within moments." };
    }
    case "save_times":
      return saveTimes({ ctx, by }, form);
    case "price_rule":
      return saveRule({ ctx, by }, form.draft);
    case "name_stores":
      return toStoresAnswer(await saveStoreNames(ctx, { names: form.names, by }));
    case "supplier_changes":
    case "answer_change_guard":
    case "drop_imports":
      return doSupplierChanges({ ctx, by }, form);
    case "save_delivery":
    case "start_checkout_rates":
    case "stop_checkout_rates":
    case "preview_weight_rates":
    case "apply_weight_rates":
    case "undo_weight_rates":
      return doDelivery({ ctx, by }, form);
    case "start_shadow":
      await startShadowMode(ctx, { by });
      return { ok: true, done: "Shadow mode is on" };
    case "end_shadow":
      return (await endShadowMode(ctx, { ...form, by }))
        ? { ok: true, done: "Shadow mode is ended" }
        : { ok: false, reason: "Shadow mode was ended before.", gone: true };
    case "set_up_routing": {
      const { shadow = false, ...answers } = form;
      if (shadow) await startShadowMode(ctx, { by });
      return toSavedAnswer(await setUpRouting(ctx, { ...answers, by, maySwitchPrepaidOn }));
    }
    case "save":
      return (
        refuseCustomerWords(form) ??
        toSavedAnswer(await saveSettings(ctx, { ...form, by, maySwitchPrepaidOn }))
      );
  }
}

/** What a customer would read with its braces. */
function refuseCustomerWords(form: Extract<SettingsForm, { readonly intent: "save" }>): ActionAnswer | null {
  const wrong = Object.values(CUSTOMER_WORDS)
    .map((setting) => findWrongPlace(form[setting] ?? ""))
    .find((each) => each !== null);
  return wrong === undefined ? null : { ok: false, reason: "Nothing was saved.", detail: wrong };
}

function toSavedAnswer(saved: SaveSettingsResult): ActionAnswer {
  if (saved === "saved") return { ok: true, done: "Saved" };
  const reason = "Placing prepaid orders automatically was switched off meanwhile. Nothing was saved.";
  return { ok: false, reason, detail: "Look at the switch as it stands now, and save again." };
}

function toStoresAnswer({ kind }: SaveStoreNamesResult): ActionAnswer {
  switch (kind) {
    case "saved":
      return { ok: true, done: "Saved" };
    case "not_connected":
      return { ok: false, reason: "The supplier is not connected." };
    case "same_name":
      return {
        ok: false,
        reason: "Two stores have the same name.",
        detail: "Give each a name of its own.",
      };
  }
}

/** A rule that changes prices in the store leads to their preview, where it is decided on. */
async function saveRule({ ctx, by }: Visit, draft: PriceDraft): Promise<ActionAnswer | Response> {
  const read = readPriceDraft(draft);
  if (!read.ok) {
    return { ok: false, reason: "The rule is not saved. Correct what is marked.", errors: read.errors };
  }
  const { runId } = await changePriceRule(ctx, { rule: read.rule, by });
  return runId === null
    ? { ok: true, done: "Saved. No price in your store changes" }
    : redirect(runUrl("changes", runId));
}
