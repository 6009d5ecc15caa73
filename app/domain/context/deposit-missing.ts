import { type Rupees, rupees } from "#app/domain/money/rupees.ts";

/** What the security deposit lacks, in rupees; null unless the service says both what it asks for and what it holds. */
export function depositMissing(
  required: Rupees | null | undefined,
  held: Rupees | null | undefined,
): Rupees | null {
  if (required === null || required === undefined || held === null || held === undefined) return null;
  return rupees(Math.max(0, required - held));
}
