import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { AppError } from "#app/platform/errors.ts";

/** Below what Linux, macOS and Windows give to outgoing connections, one of which could take a port before we listen. */
const FIRST = 10_000;
const AFTER_LAST = 32_000;
const TRIES = 100;

/**
 * The wanted port when nobody listens there, else any free one.
 * @throws AppError `no_port` when none of a hundred was free
 */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await isFree(wanted))) return wanted;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, AFTER_LAST);
    if (await isFree(port)) return port;
  }
  throw new AppError("no_port", "No port of this machine is free", { retryable: true });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
