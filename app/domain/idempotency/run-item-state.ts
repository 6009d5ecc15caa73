/** What became of one thing of a run over many. `begun`: it may have been done, whatever happened to the process. */
export const runItemStates = ["waiting", "begun", "done", "refused"] as const;
export type RunItemState = (typeof runItemStates)[number];

/** What the run still has to do, or may have been doing when its process ended. */
export const openItemStates = ["waiting", "begun"] as const satisfies RunItemState[];
