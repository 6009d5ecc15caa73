import { saveNotificationSettings } from "#app/domain/notifications/notification-settings.server.ts";
import {
  type AskRecipientResult,
  addRecipient,
  removeRecipient,
  retryRecipient,
  type SendTestResult,
  sendTestMails,
} from "#app/domain/notifications/recipients.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { Visit } from "../../require-shop.server.ts";
import type { NotificationsForm } from "./notifications-form.ts";

/** One form, one use case. */
export async function doNotifications({ ctx, by }: Visit, form: NotificationsForm): Promise<ActionAnswer> {
  switch (form.intent) {
    case "save": {
      const { intent: _, digestHour, priceRisePercent, ...choices } = form;
      await saveNotificationSettings(ctx, { choices, digestHour, priceRisePercent, by });
      return { ok: true, done: "Saved" };
    }
    case "add":
      return toAskedAnswer(await addRecipient(ctx, { address: form.address, by }));
    case "retry":
      return toAskedAnswer(await retryRecipient(ctx, form));
    case "remove":
      return (await removeRecipient(ctx, { recipientId: form.recipientId, by }))
        ? { ok: true, done: "Taken off the list" }
        : GONE;
    case "test":
      return toTestAnswer(await sendTestMails(ctx));
  }
}

const GONE: ActionAnswer = { ok: false, reason: "This address is not on the list any more.", gone: true };

const NOT_SET_UP: ActionAnswer = { ok: false, reason: "The operator of Karwan has not set up mail." };

function toAskedAnswer(result: AskRecipientResult): ActionAnswer {
  switch (result) {
    case "asked":
      return { ok: true, done: "A mail is on its way" };
    case "already":
      return { ok: false, reason: "This address gets mails already." };
    case "too_many":
      return { ok: false, reason: "Ten addresses are on the list.", detail: "Remove one first." };
    case "asked_often":
      return {
        ok: false,
        reason: "This address was asked a short while ago.",
        detail: "Each is asked every ten minutes at most, and three times a week. Look into its spam folder.",
      };
    case "asked_many":
      return {
        ok: false,
        reason: "Very many addresses were asked today.",
        detail: "Ask the next one tomorrow. Mails to those who confirmed are sent as before.",
      };
    case "not_set_up":
      return NOT_SET_UP;
    case "gone":
      return GONE;
  }
}

function toTestAnswer(result: SendTestResult): ActionAnswer {
  switch (result.kind) {
    case "sending":
      return {
        ok: true,
        done: result.count === 1 ? "A test mail is on its way" : "Test mails are on their way",
      };
    case "nobody":
      return {
        ok: false,
        reason: "Nobody gets mails yet.",
        detail: "Add an address; who has it confirms it.",
      };
    case "just_sent":
      return {
        ok: false,
        reason: "A test mail was sent a moment ago.",
        detail: "Wait a minute for the next.",
      };
    case "not_set_up":
      return NOT_SET_UP;
  }
}
