/** Of an order's row: nobody wishes a replacement any more. */
export const noReplacementRequest = { replaceRequestedAt: null, replaceRequestedBy: null } as const;
