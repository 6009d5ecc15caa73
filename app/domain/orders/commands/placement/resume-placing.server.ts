import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { PAUSED_FOR_ALL } from "#app/domain/orders/holds/waiting-sentence.ts";
import { saveSettings } from "#app/domain/shops/save-settings.server.ts";

export const resumePlacingCommand = serveCommand("resume_placing", {
  right: "routing",
  async run({ ctx, by }) {
    await saveSettings(ctx, { paused: false, by });
    // Of a pause of the whole installation no merchant is the master.
    return ctx.env.PLACING_PAUSED ? { ok: false, reason: PAUSED_FOR_ALL } : { ok: true };
  },
});
