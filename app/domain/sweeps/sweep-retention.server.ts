import { expireData } from "../privacy/expire-data.server.ts";
import type { Position, SweepRun, SweepStep } from "./sweep-run.ts";

/** Erases what is no longer needed, some orders at a time. */
export async function sweepRetention({ ctx }: SweepRun, _position: Position | null): Promise<SweepStep> {
  const { orders, bodies, isAll } = await expireData(ctx);
  return { next: isAll ? null : { more: true }, tally: { seen: orders + bodies, erased: orders, bodies } };
}
