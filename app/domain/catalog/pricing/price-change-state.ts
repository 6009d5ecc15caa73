export const priceChangeStates = ["waiting", "done", "refused"] as const;
export type PriceChangeState = (typeof priceChangeStates)[number];
