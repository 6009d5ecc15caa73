/** From fewer ended parcels nothing is said of a product, a city or a way of ordering: such figures are shown grey. */
export const ENOUGH_PARCELS = 20;

/** Whether so few parcels have ended that the next one may turn a rate round. */
export function isTooFewParcels(ended: number): boolean {
  return ended < ENOUGH_PARCELS;
}
