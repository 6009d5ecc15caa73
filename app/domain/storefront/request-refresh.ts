import type { ShopId } from "#app/platform/ids.ts";
import type { ShopWork, WorkRequest } from "#app/platform/queue/work-kinds.ts";
import { restMsAfter } from "#app/platform/queue/work-kinds.ts";
import type { Clock } from "#app/platform/time/clock.ts";

type RefreshDeps = {
  readonly wake: (work: readonly WorkRequest[]) => Promise<void>;
  readonly clock: Clock;
};

/** Requests the work a look at an order asks for. */
export type RequestRefresh = (shopId: ShopId, work: readonly ShopWork[]) => Promise<void>;

/** So many parcels are remembered, the ones looked at last. */
const MOST = 20_000;

/**
 * Of a parcel that was asked for a moment ago nothing is written again: its work would rest for that long anyway. What else
 * a customer did is always requested.
 */
export function createRefreshRequests({ wake, clock }: RefreshDeps): RequestRefresh {
  const requested = new Map<string, number>();
  const isKnown = (key: string, now: number) =>
    now - (requested.get(key) ?? -Infinity) < restMsAfter("parcel.refresh");
  return async (shopId, work) => {
    const now = clock.now().getTime();
    const keyOf = (each: ShopWork) => (each.kind === "parcel.refresh" ? each.subject.parcelId : null);
    const due = work.filter((each) => {
      const key = keyOf(each);
      return key === null || !isKnown(key, now);
    });
    if (due.length === 0) return;
    await wake(due.map((each) => ({ ...each, shopId })));
    for (const key of due.map(keyOf)) if (key !== null) remember(requested, key, now);
  };
}

function remember(requested: Map<string, number>, key: string, now: number): void {
  requested.delete(key);
  requested.set(key, now);
  const [oldest] = requested.keys();
  if (requested.size > MOST && oldest !== undefined) requested.delete(oldest);
}
