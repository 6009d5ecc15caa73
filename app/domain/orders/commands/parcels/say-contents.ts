import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Which parcel holds which item, where the service does not tell: as many lines as an order sent to it may have. */
export const sayContents = {
  schema: ({ z, jsonText, lineGid, handoffId, parcelId }) =>
    z.object({
      intent: z.literal("say_contents"),
      handoffId,
      said: jsonText(20_000).pipe(z.array(z.object({ lineGid, parcelId })).max(50)),
    }),
  label: "Save what they hold",
  done: "Noted; tracking goes on",
  timeline: { contents_said: () => "It was said which parcel holds which items" },
  resolutions: { say_contents: "own_form" },
} as const satisfies OrderCommand;
