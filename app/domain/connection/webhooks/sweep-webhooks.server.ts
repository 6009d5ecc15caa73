import { checkConnection } from "#app/domain/connection/check-connection.server.ts";
import { finishLeaving } from "#app/domain/connection/disconnect-supplier.server.ts";
import { bringForward } from "#app/domain/sweeps/bring-forward.server.ts";
import type { ServiceRun, SweepStep } from "#app/domain/sweeps/sweep-run.ts";

/** `GET /me`, the wallet's deposit, the webhooks, and setting them again. */
const CALLS = 4;

/**
 * Whether the service still sends its events to us: address, events and secret (R24, R25). What was changed is set again,
 * unless it now belongs to somebody else; and as events may have gone astray meanwhile, the parcels are compared at once.
 */
export async function sweepWebhooks({ ctx, schedule, service }: ServiceRun): Promise<SweepStep> {
  if (await finishLeaving(ctx, service.connection)) return { next: null, tally: { seen: 1 }, calls: 1 };
  const outcome = await checkConnection(ctx, { mode: service.connection.mode });
  const isMended = outcome.kind === "ok" && outcome.mended === true;
  return {
    next: null,
    tally: { seen: 1, mended: isMended ? 1 : 0, refused: outcome.kind === "refused" ? 1 : 0 },
    calls: CALLS,
    write: async (tx) => {
      if (!isMended) return undefined;
      await bringForward(tx, schedule, "parcels");
      await bringForward(tx, schedule, "parcels_delivered");
      return undefined;
    },
  };
}
