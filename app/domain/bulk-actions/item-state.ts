/** What became of one thing of a run over many. `begun`: it may have been done, whatever happened to the process. */
export const itemStates = ["waiting", "begun", "done", "refused"] as const;
export type ItemState = (typeof itemStates)[number];

/** What the run still has to do, or may have been doing when its process ended. */
export const openItemStates = ["waiting", "begun"] as const satisfies ItemState[];
