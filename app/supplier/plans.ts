/** The API plans of the document, section Limits. */
export const apiPlans = [
  { id: "free", dailyRequests: 5_000, perMinute: 120 },
  { id: "starter", dailyRequests: 25_000, perMinute: 300 },
  { id: "growth", dailyRequests: 100_000, perMinute: 600 },
  { id: "scale", dailyRequests: 300_000, perMinute: 1_200 },
] as const;

/** Of a plan no answer has named yet, or one the document does not list (R21). */
const PER_MINUTE_OF_UNKNOWN = 120;

/** Requests a minute of the plan whose daily number X-Quota-Limit shows (R21). */
export function perMinuteOf(dailyRequests: number | null): number {
  const plan = apiPlans.find((each) => each.dailyRequests === dailyRequests);
  return plan?.perMinute ?? PER_MINUTE_OF_UNKNOWN;
}
