import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "#app/platform/errors.ts";

const deadlineMs = 60_000;

/** Runs `start` while no other process on this machine holds the file; a holder that died is passed over. */
export async function withStartLock<T>(path: string, start: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  while (!(await tryLock(path))) {
    if (Date.now() > deadline) {
      throw new AppError("start_lock_busy", `Another process holds ${path}`, { retryable: true });
    }
    await pause(25);
  }
  try {
    return await start();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const holder = Number(await readFile(path, "utf8").catch(() => ""));
    if (holder > 0 && !isAlive(holder)) await rm(path, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
