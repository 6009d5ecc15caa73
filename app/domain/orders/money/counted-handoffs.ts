import type { Mode } from "#app/supplier/mode.ts";
/** The handoffs whose money counts: live ones, for in test mode none moves (R37). All of an order that was only ever a test. */
export function countedHandoffs<Handoff extends { readonly mode: Mode }>(
  handoffs: readonly Handoff[],
): readonly Handoff[] {
  return isOnlyTest(handoffs) ? handoffs : handoffs.filter(({ mode }) => mode === "live");
}

/** Nothing of it was sent under a live key. */
export function isOnlyTest(handoffs: readonly { readonly mode: Mode }[]): boolean {
  return handoffs.every(({ mode }) => mode !== "live");
}
