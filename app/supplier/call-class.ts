/** On whose behalf a call is made: an order's own work, a person waiting at a page, or a sweep nobody waits for. */
export type Purpose = "order" | "page" | "sweep";

/** Who goes first when the account's rate is short: 1 before 2 before 3 before 4. */
export type Priority = 1 | 2 | 3 | 4;

/** Groups of endpoints that fail apart from each other. */
export const endpointGroups = ["orders", "quotes", "reads", "config"] as const;

export type EndpointGroup = (typeof endpointGroups)[number];

export type CallClass = {
  readonly priority: Priority;
  readonly group: EndpointGroup;
  /** Never refused for the daily quota. Section Limits, rule 4. */
  readonly isExempt: boolean;
};

const priorityOfPurpose: Readonly<Record<Purpose, Priority>> = { order: 2, page: 3, sweep: 4 };

/**
 * What a call is, by its endpoint and by whoever wants it: placing, cancelling and paying first, then quotes, `/me` and
 * what an order reads, then people at a page, then sweeps with all that they ask.
 */
export function classifyCall(method: string, route: string, purpose: Purpose): CallClass {
  const priority = priorityOfPurpose[purpose];
  if (method === "POST" && /^\/orders(\/\{id\}\/(cancel|pay))?$/.test(route))
    return { priority: 1, group: "orders", isExempt: true };
  if (method === "POST" && route === "/shipping/quote")
    return { priority: purpose === "sweep" ? 4 : 2, group: "quotes", isExempt: true };
  if (method === "GET" && route === "/me") return { priority: 2, group: "config", isExempt: true };
  const isRead = method === "GET" && !route.startsWith("/webhooks");
  return { priority, group: isRead ? "reads" : "config", isExempt: false };
}
