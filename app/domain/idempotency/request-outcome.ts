/** `free`: it may run again, as nothing was done or doing it again changes nothing. `late`: it never runs. */
export const requestOutcomes = ["begun", "done", "free", "late"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];
