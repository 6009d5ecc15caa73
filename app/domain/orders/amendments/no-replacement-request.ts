/** The columns of an order's row that end its replacement request. */
export const noReplacementRequest = { replaceRequestedAt: null, replaceRequestedBy: null } as const;
