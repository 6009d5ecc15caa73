import type { OrderCommand } from "#app/domain/orders/commands/command.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";

const OPEN: ReadonlySet<OrderState> = new Set([
  "new",
  "waiting",
  "to_place",
  "held",
  "placed",
  "awaiting_funds",
]);

/** Every parcel that still can be is cancelled at the service, and nothing is placed by itself any more. */
export const cancel = {
  schema: ({ z }) => z.object({ intent: z.literal("cancel") }),
  label: (isWithSupplier: boolean) => (isWithSupplier ? "Cancel at the supplier" : "Do not send it"),
  done: { withSupplier: "It is being cancelled at the supplier", unsent: "It will not be sent" },
  timeline: { cancel_pressed: () => "Cancel was pressed" },
  resolutions: { cancel: "own_form" },
  bulk: {
    label: "Cancel",
    doing: (many) => `Cancelling ${many}`,
    pressed: "Cancel",
    isOffered: ({ state }) => OPEN.has(state),
    counted: {
      done: "be cancelled",
      question: ({ many }) => ({
        title: `Cancel ${many} at the supplier?`,
        text: "Parcels that are not packed yet are cancelled and cost nothing. Orders that were never sent can be resumed. In Shopify the orders stay until you cancel them there.",
        confirm: `Cancel ${many}`,
        isDestructive: true,
      }),
    },
  },
} as const satisfies OrderCommand;
