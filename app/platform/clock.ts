/** The time as the domain sees it. Leases and due times use the database's own clock instead. */
export type Clock = { readonly now: () => Date };

export const systemClock: Clock = { now: () => new Date() };
