export const mappingStates = ["working", "ready", "failed"] as const;
export type MappingState = (typeof mappingStates)[number];
