import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { waitFor } from "./wait-for.ts";

export type AppProcess = {
  readonly url: string;
  readonly logFile: string;
  readonly pid: number;
  /** Asks it to leave, and makes it leave when it does not within 25 s. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Settles once it is gone, by itself or not. */
  readonly left: Promise<Left>;
};

export type Left = { readonly signal: NodeJS.Signals | null; readonly atMs: number };

export type AppProcessOptions = {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
};

const root = path.resolve(import.meta.dirname, "../..");
const startTimeoutMs = 60_000;
const stopTimeoutMs = 25_000;

/** Starts the app as a process of its own, as it runs anywhere else, and waits until it says it is ready. */
export async function startAppProcess({ port, env, logFile }: AppProcessOptions): Promise<AppProcess> {
  const log = await open(logFile, "a");
  const child = spawn(process.execPath, ["app/web.server.ts"], {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", log.fd, log.fd],
    // A group of its own: Ctrl-C reaches only us, and we stop the app before what it leans on.
    detached: true,
  });
  const left = new Promise<Left>((resolve) => {
    child.once("exit", (_code, signal) => resolve({ signal, atMs: performance.now() }));
  });
  await log.close();
  const url = `http://localhost:${port}`;
  try {
    await waitFor(() => answersReady(child, url, logFile), {
      what: "the app to be ready",
      timeoutMs: startTimeoutMs,
    });
  } catch (error) {
    await end(child, "SIGKILL");
    throw error;
  }
  return {
    url,
    logFile,
    pid: child.pid ?? 0,
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
    left,
  };
}

async function answersReady(child: ChildProcess, url: string, logFile: string): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) {
    const lines = (await readFile(logFile, "utf8")).trim().split("\n").slice(-12).join("\n");
    throw new Error(
      `The app left at start (code ${child.exitCode}). Its last words in ${logFile}:\n${lines}`,
    );
  }
  const response = await fetch(`${url}/readyz`).catch(() => null);
  return response?.ok ?? false;
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const left = once(child, "exit");
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  await left;
  clearTimeout(timer);
}
