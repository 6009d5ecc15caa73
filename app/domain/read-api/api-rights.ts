/** What a token may read; each is one address of the API. */
export const apiRights = ["orders", "holds", "payouts"] as const;

export type ApiRight = (typeof apiRights)[number];

/** For how many days a token works; nothing works for ever. */
export const apiTokenDays = [30, 90, 365] as const;
