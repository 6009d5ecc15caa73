import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { answerParcelPayment } from "./pay-parcel.server.ts";

export const answerPaymentCommand = serveCommand("answer_payment", {
  right: "pay",
  run: ({ ctx, by }, { parcelId, wasPaid }) => answerParcelPayment(ctx, { parcelId, wasPaid, by }),
});
