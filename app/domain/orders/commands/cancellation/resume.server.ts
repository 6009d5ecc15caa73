import {
  applicable,
  type BulkOrder,
  type BulkVerdict,
  refused,
} from "#app/domain/orders/commands/bulk-verdict.ts";
import type { BulkCommand } from "#app/domain/orders/commands/command.server.ts";

export const resumeCommand = {
  bulk: { plan: planResume, writes: "resume", mayPlace: true },
} as const satisfies { readonly bulk: BulkCommand };

function planResume({ cancelRequestedAt, parcels }: BulkOrder): BulkVerdict {
  if (cancelRequestedAt === null) return refused("It was not cancelled here.");
  return parcels.length === 0
    ? applicable
    : refused("It was sent and cancelled at the supplier. Press Place to send it again.");
}
