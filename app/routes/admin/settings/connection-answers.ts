import type { ActivateResult } from "#app/domain/connection/activate-connection.server.ts";
import type { CheckConnectionResult } from "#app/domain/connection/check-connection.server.ts";
import type { ConnectResult } from "#app/domain/connection/connect-supplier.server.ts";
import type { DisconnectResult } from "#app/domain/connection/disconnect-supplier.server.ts";
import type { RotateResult } from "#app/domain/connection/webhooks/rotate-webhook-secret.server.ts";
import type { TestEventResult } from "#app/domain/connection/webhooks/send-test-event.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { type ConnectionRefusal, describeRefusal } from "#app/domain/messages/failures/connection-refusal.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

const NOT_CONNECTED: ActionAnswer = { ok: false, reason: "This key is not connected any more." };

function toRefusal({ code, serviceMessage }: ConnectionRefusal): ActionAnswer {
  const { title, whatToDo, action } = describeRefusal(code);
  const words = serviceMessage ? ` The supplier says: “${serviceMessage}”` : "";
  const offer = action === "take_over" ? ({ offer: "take_over" } as const) : {};
  return { ok: false, reason: title, detail: `${whatToDo}${words}`, ...offer };
}

export function toConnectAnswer(outcome: ConnectResult): ActionAnswer {
  if (outcome.kind === "refused") return toRefusal(outcome.refusal);
  if (outcome.kind === "too_many_tries") {
    const minutes = outcome.againInMinutes;
    return {
      ok: false,
      reason: "Too many keys were tried. This one was not sent.",
      detail: `Try again in ${minutes === 1 ? "a minute" : countOf(minutes, "minute", "minutes")}.`,
    };
  }
  const { mode, active, brandName } = outcome;
  const key = mode === "test" ? "Test key" : "Live key";
  if (active) return { ok: true, done: `${key} connected: ${brandName}` };
  const next = mode === "test" ? "switch to it below" : "press Go live next";
  return { ok: true, done: `${key} stored; ${next}` };
}

export function toActivateAnswer(outcome: ActivateResult, mode: Mode): ActionAnswer {
  if (outcome.kind === "not_connected") return NOT_CONNECTED;
  if (outcome.kind === "refused") return toRefusal(outcome.refusal);
  return { ok: true, done: mode === "live" ? "You are live" : "Test mode is on" };
}

export function toCheckAnswer(outcome: CheckConnectionResult): ActionAnswer {
  if (outcome.kind === "not_connected") return NOT_CONNECTED;
  return outcome.kind === "ok" ? { ok: true, done: "The connection works" } : toRefusal(outcome.refusal);
}

export function toTestEventAnswer(outcome: TestEventResult): ActionAnswer {
  if (outcome.kind === "not_connected") return NOT_CONNECTED;
  return outcome.kind === "asked"
    ? { ok: true, done: "Asked for a test event; it shows under Last news" }
    : toRefusal(outcome.refusal);
}

export function toRotateAnswer(outcome: RotateResult): ActionAnswer {
  if (outcome.kind === "not_connected") return NOT_CONNECTED;
  return outcome.kind === "rotated"
    ? { ok: true, done: "The secret was replaced" }
    : toRefusal(outcome.refusal);
}

export function toDisconnectAnswer(outcome: DisconnectResult): ActionAnswer {
  switch (outcome.kind) {
    case "disconnected":
      return { ok: true, done: "Disconnected" };
    case "ending":
      return { ok: true, done: "Not used any more. Karwan asks again whether the supplier has ended it." };
    case "leaving":
      return { ok: true, done: "Not used any more. It disconnects by itself after its last parcel." };
    case "not_connected":
      return NOT_CONNECTED;
    case "refused":
      return toRefusal(outcome.refusal);
    case "placing":
      return {
        ok: false,
        reason: "Orders are being placed right now.",
        detail: "Only this key can tell how they end. Try again in a minute.",
      };
    case "parcels_open": {
      const count = outcome.parcels.length;
      const numbers = outcome.parcels
        .slice(0, 5)
        .map(({ orderNumber, externalOrderId }) => orderNumber ?? externalOrderId);
      const more = count > numbers.length ? ` and ${count - numbers.length} more` : "";
      return {
        ok: false,
        reason: `${countOf(count, "parcel is", "parcels are")} still under way.`,
        detail: `If you disconnect now, they are delivered and settled, but no longer update here: ${numbers.join(", ")}${more}.`,
        offer: "stop_updating",
      };
    }
  }
}
