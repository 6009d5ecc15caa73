import { text } from "#app/domain/messages/holds/hold-sentences.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** The order's open units leave our location for one of the merchant's own. */
export const moveAway = {
  schema: ({ z, id }) => z.object({ intent: z.literal("move_away"), choice: id.optional() }),
  label: "Fulfil from my own location",
  done: null,
  timeline: {
    move_asked: (params) => `Fulfilling it from ${text(params, "location", "your own location")} was chosen`,
  },
  resolutions: {
    move_away: {
      label: "Fulfil from my own location",
      emphasis: "never",
      mayPlace: false,
      isOnHome: false,
    },
  },
} as const satisfies OrderCommand;
