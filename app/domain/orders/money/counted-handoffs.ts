/** The handoffs whose money counts: live ones, for in test mode none moves (R37). All of an order that was only ever a test. */
export function countedHandoffs<Handoff extends { readonly mode: string }>(
  handoffs: readonly Handoff[],
): readonly Handoff[] {
  return isOnlyTest(handoffs) ? handoffs : handoffs.filter(({ mode }) => mode === "live");
}

/** Nothing of it was sent under a live key. */
export function isOnlyTest(handoffs: readonly { readonly mode: string }[]): boolean {
  return handoffs.every(({ mode }) => mode !== "live");
}
