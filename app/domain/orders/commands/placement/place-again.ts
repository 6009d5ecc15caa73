import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Of a placement conflict: the service has nothing, so the order is sent anew. */
export const placeAgain = {
  schema: ({ z }) => z.object({ intent: z.literal("place_again") }),
  label: "Place again",
  done: { did: "Noted", next: "The order is being placed again" },
  timeline: { place_again_pressed: () => "Place again was chosen" },
  resolutions: { compare_and_choose: "own_form" },
} as const satisfies OrderCommand;
