import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { type ParcelId, toParcelId } from "#app/platform/ids.ts";
import type { Effects } from "./fulfillment-rounds.ts";

const PREFIX = "mark_paid:";

type MarkableParcel = { readonly id: ParcelId };

type UncoveredParcelsInput<Parcel> = {
  readonly effects: Effects;
  readonly handoffs: readonly (Pick<HandoffRecord, "state" | "mode" | "paymentMode"> & {
    readonly parcels: readonly Parcel[];
  })[];
};

/** Names the parcels whose cash a marking covers: a later handoff's parcels are a marking of their own. */
export function toMarkingKey(parcels: readonly MarkableParcel[]): string {
  return `${PREFIX}${parcels.map(({ id }) => id).join(",")}`;
}

/** The parcels that a marking as paid has covered. */
export function listMarkedParcelIds(effects: Effects): ReadonlySet<ParcelId> {
  const marked = effects.filter(({ key, state }) => key.startsWith(PREFIX) && state === "done");
  return new Set(marked.flatMap(({ key }) => key.slice(PREFIX.length).split(",").map(toParcelId)));
}

/** Live parcels that collect cash and that no marking has covered; test parcels collect nothing (R37). */
export function listUncoveredParcels<Parcel extends MarkableParcel>({
  effects,
  handoffs,
}: UncoveredParcelsInput<Parcel>): readonly Parcel[] {
  const covered = listMarkedParcelIds(effects);
  return handoffs
    .filter(({ state, mode, paymentMode }) => state === "placed" && mode === "live" && paymentMode === "COD")
    .flatMap((handoff) => handoff.parcels)
    .filter(({ id }) => !covered.has(id));
}
