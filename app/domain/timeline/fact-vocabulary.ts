/** `person`: somebody of the staff; `customer`: whoever ordered. */
export const timelineActors = ["karwan", "shopify", "supplier", "courier", "person", "customer"] as const;
export type TimelineActor = (typeof timelineActors)[number];

/** Who did it where that is whoever has a mail address, of whom nobody knows which person of the staff they are. */
export const RECIPIENT = "recipient";

/** What a fact is about. */
export const factThings = ["order", "listing", "connection", "shop", "mapping"] as const;
export type FactThing = (typeof factThings)[number];
