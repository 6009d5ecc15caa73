import type pg from "pg";

/**
 * Lets a session be lost at any moment, also between two statements of whoever holds it: his next statement fails, and
 * nothing else happens. A client of `pg` without a listener would end the process.
 */
export function survivesLostSession(client: pg.ClientBase): void {
  client.on("error", () => undefined);
}

/** The same for each client of a pool; what is lost while idle is also told to the pool's own listener. */
export function survivesLostSessions(pool: pg.Pool): void {
  pool.on("connect", survivesLostSession);
}
