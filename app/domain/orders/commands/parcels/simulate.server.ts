import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { simulateParcel } from "#app/domain/orders/commands/parcels/simulate-parcel.server.ts";

export const simulateCommand = serveCommand("simulate", {
  right: "everybody",
  run: ({ ctx, by }, { parcelId, status }) => simulateParcel(ctx, { parcelId, status, by }),
});
