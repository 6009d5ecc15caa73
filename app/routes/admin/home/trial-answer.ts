import type { MakeTrialOrderResult } from "#app/domain/home/set-up/trial/make-trial-order.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

/** What came of *Make a test order*. */
export function toTrialAnswer(result: MakeTrialOrderResult): ActionAnswer {
  switch (result.kind) {
    case "made":
      return { ok: true, done: `${result.name} is in Shopify` };
    case "no_test_key":
      return { ok: false, reason: "No test key is in use, so an order would be a real one." };
    case "nothing_to_sell":
      return {
        ok: false,
        reason: "None of your products has stock with the test key.",
        detail: "Add a product that the supplier has, then try again.",
      };
    case "refused":
      return { ok: false, reason: "Shopify did not make the order.", detail: `It says: ${result.message}` };
    case "not_answered":
      return {
        ok: false,
        reason: "Shopify did not answer.",
        detail: "The order may have been made: look whether it shows here in a moment before you try again.",
      };
  }
}
