/** `person`: somebody of the staff; `customer`: whoever ordered. */
export const timelineActors = ["karwan", "shopify", "supplier", "courier", "person", "customer"] as const;
export type TimelineActor = (typeof timelineActors)[number];

/** Who did it where that is whoever has a mail address, of whom nobody knows which person of the staff they are. */
export const RECIPIENT = "recipient";

/** Who did it where that is the order's own customer, whom we know by no id. */
export const CUSTOMER = "customer";

/** Whether somebody of the staff has decided it, or the customer. */
export function actorOf(by: string): Extract<TimelineActor, "person" | "customer"> {
  return by === CUSTOMER ? "customer" : "person";
}

/** Who was first, as somebody of the staff is told. */
export function otherThan(by: string | null | undefined): string {
  return by === CUSTOMER ? "the customer" : "another staff member";
}

/** What a fact is about. */
export const factThings = ["order", "listing", "connection", "shop", "mapping"] as const;
export type FactThing = (typeof factThings)[number];
