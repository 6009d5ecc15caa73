export const timelineActors = ["karwan", "shopify", "supplier", "courier", "person"] as const;
export type TimelineActor = (typeof timelineActors)[number];

/** What a fact is about. */
export const factThings = ["order", "listing", "connection", "shop", "mapping"] as const;
export type FactThing = (typeof factThings)[number];
