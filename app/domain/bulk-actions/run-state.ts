/** `asking`: the change guard stopped it. `planned`: a preview, which nobody applied yet. */
export const bulkRunStates = ["planned", "asking", "running", "done", "stopped"] as const;
export type BulkRunState = (typeof bulkRunStates)[number];
