import type { Prisma } from "@prisma/client";
import { withLease } from "#app/platform/work.server.ts";
import { recordFact } from "../timeline/record.server.ts";
import type { OrderRun } from "./order-run.ts";

type Fact = Omit<Parameters<typeof recordFact>[2], "thing" | "thingId">;

/** What a stage may write about its order, inside one leased transaction. */
export type OrderWriter = {
  readonly tx: Prisma.TransactionClient;
  /** Tells a fact on the order's timeline. */
  readonly tell: (fact: Fact) => Promise<void>;
};

/** Writes under the run's lease; a lease that was lost throws `lease_lost` and nothing is written. */
export async function writeUnderLease<T>(
  run: OrderRun,
  write: (writer: OrderWriter) => Promise<T>,
): Promise<T> {
  const { ctx, claim, record } = run;
  run.isStale = true;
  return withLease(ctx.db, claim, (tx) =>
    write({
      tx,
      tell: (fact) =>
        recordFact(tx, ctx.shop.id, { thing: "order", thingId: record.id, at: ctx.clock.now(), ...fact }),
    }),
  );
}
