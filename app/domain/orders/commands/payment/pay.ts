import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Pays a parcel that waits for funds, from the wallet. */
export const pay = {
  schema: ({ z, rupees, parcelId }) =>
    z.object({
      intent: z.literal("pay"),
      parcelId,
      amountPkr: rupees.optional(),
      reportedPkr: rupees.optional(),
    }),
  label: "Pay from the wallet",
  done: "Paid from the wallet",
  timeline: { pay_pressed: () => "Pay was pressed" },
  resolutions: { pay_from_wallet: "own_form" },
  bulk: {
    label: "Pay",
    doing: (many) => `Paying ${many}`,
    pressed: "Pay",
    isOffered: ({ payPkr }) => payPkr > 0,
    counted: {
      done: "be paid",
      question: ({ many, payPkr }) => ({
        title: `Pay for ${many} from the wallet?`,
        text: `${formatRupees(payPkr)} leaves your wallet, the nearest deadline first. It cannot be taken back here.`,
        confirm: `Pay ${formatRupees(payPkr)}`,
        isDestructive: false,
      }),
    },
  },
} as const satisfies OrderCommand;
