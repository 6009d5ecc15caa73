import { AsyncLocalStorage } from "node:async_hooks";
import { invariant } from "#app/platform/errors.ts";

/** A transaction this code runs inside of; what it began and left behind may call out once it has ended. */
type OpenTransaction = { isOpen: boolean };

const current = new AsyncLocalStorage<OpenTransaction>();

/** Runs what a transaction does, known as such to whatever it calls. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await current.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

/**
 * Nothing outside is called while a transaction holds a connection of the pool (R50): an answer that takes its time would
 * keep every other request waiting for one, and PostgreSQL ends the transaction after effects nobody has written down.
 * @throws Error an invariant, before anything was sent
 */
export function requireNoTransaction(call: string): void {
  invariant(current.getStore()?.isOpen !== true, `${call} is not called inside a transaction`);
}
