/** A person leaves this very difference as it is. */
export function dismissChangeKey(shown: string): string {
  return `leave:changed:${shown}`;
}

/** The courier was told of these very sums. */
export function courierInformedKey(shown: string): string {
  return `told:${shown}`;
}
