/** `intended`: written before it is tried. `given_up`: it cannot be done, for good. */
export const effectStates = ["intended", "done", "given_up"] as const;
export type EffectState = (typeof effectStates)[number];
