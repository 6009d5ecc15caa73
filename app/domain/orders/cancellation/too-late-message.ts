import { countOf } from "#app/domain/messages/count-of.ts";

type TooLateInput = { readonly parcels: readonly unknown[]; readonly stopped: number };

/** What the merchant reads in Shopify when a request to cancel comes too late for all or some of the parcels (R39). */
export function tooLateMessage({ parcels, stopped }: TooLateInput): string {
  const late = parcels.length;
  if (stopped === 0) {
    return late === 1
      ? "The parcel is already packed or on its way and can no longer be stopped."
      : `All ${countOf(late, "parcel", "parcels")} are already packed or on their way and can no longer be stopped.`;
  }
  const total = stopped + late;
  const cancelled = `${stopped} of ${countOf(total, "parcel", "parcels")} ${stopped === 1 ? "is" : "are"} cancelled and will not be shipped.`;
  return `${cancelled} ${late === 1 ? "The other is" : `The other ${late} are`} already packed or on the way and can no longer be stopped.`;
}
