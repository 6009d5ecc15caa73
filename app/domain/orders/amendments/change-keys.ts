/** A person leaves this very difference as it is. */
export function dismissChangeKey(shown: string): string {
  return `leave:changed:${shown}`;
}

/** Key of the fact that the courier knows exactly these sums. */
export function courierInformedKey(shown: string): string {
  return `told:${shown}`;
}
