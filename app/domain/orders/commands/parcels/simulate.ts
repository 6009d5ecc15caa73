import { text } from "#app/domain/messages/holds/hold-sentences.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

const STATUSES = ["CONFIRMED", "PROCESSING", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED"] as const;

const LABELS: Readonly<Record<string, string>> = {
  CONFIRMED: "Simulate: confirm",
  PROCESSING: "Simulate: pack",
  SHIPPED: "Simulate: ship",
  DELIVERED: "Simulate: deliver",
  CANCELLED: "Simulate: cancel",
  RETURNED: "Simulate: refuse or return",
};

/** Moves a test parcel; its webhook then arrives as for a real one. */
export const simulate = {
  schema: ({ z, parcelId }) =>
    z.object({ intent: z.literal("simulate"), parcelId, status: z.enum(STATUSES) }),
  label: (status: string) => LABELS[status] ?? status,
  done: "The test parcel moves on",
  timeline: {
    simulate_pressed: (params) => `Simulated: ${text(params, "status", "next step").toLowerCase()}`,
  },
} as const satisfies OrderCommand;
