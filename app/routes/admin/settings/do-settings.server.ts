import { activateConnection } from "#app/domain/shops/activate-connection.server.ts";
import { checkConnection } from "#app/domain/shops/check-connection.server.ts";
import { connectSupplier } from "#app/domain/shops/connect-supplier.server.ts";
import { disconnectSupplier } from "#app/domain/shops/disconnect-supplier.server.ts";
import { rotateWebhookSecret } from "#app/domain/shops/rotate-webhook-secret.server.ts";
import { saveSettings } from "#app/domain/shops/save-settings.server.ts";
import { sendTestEvent } from "#app/domain/shops/send-test-event.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { Visit } from "../require-shop.server.ts";
import {
  toActivateAnswer,
  toCheckAnswer,
  toConnectAnswer,
  toDisconnectAnswer,
  toRotateAnswer,
  toTestEventAnswer,
} from "./connection-answers.ts";
import type { SettingsForm } from "./settings-form.ts";

/** One form, one use case. */
export async function doSettings({ ctx, by }: Visit, form: SettingsForm): Promise<ActionAnswer> {
  switch (form.intent) {
    case "connect":
      return toConnectAnswer(await connectSupplier(ctx, { ...form, by }));
    case "check":
      return toCheckAnswer(await checkConnection(ctx, form));
    case "test_event":
      return toTestEventAnswer(await sendTestEvent(ctx, form));
    case "rotate":
      return toRotateAnswer(await rotateWebhookSecret(ctx, form));
    case "activate":
      return toActivateAnswer(await activateConnection(ctx, { mode: form.mode, by }), form.mode);
    case "disconnect":
      return toDisconnectAnswer(await disconnectSupplier(ctx, { ...form, by }));
    case "switches":
    case "save":
      await saveSettings(ctx, { ...form, by });
      return { ok: true, done: "Saved" };
  }
}
