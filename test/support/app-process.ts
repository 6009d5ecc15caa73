import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
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

type Left = { readonly signal: NodeJS.Signals | null; readonly atMs: number };

export type AppProcessOptions = {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Where its id is written down, for whoever has to end it should we not come to that. */
  readonly pidFile?: string;
};

export type DevelopProcessOptions = AppProcessOptions & {
  /** Where the sources are; without it this project. */
  readonly folder?: string;
  /** Starts it again when a file changes that is not Vite's, as `npm run dev:shopify` does. */
  readonly restarts?: boolean;
  /** Prints what it says, in place of writing it to the log file. */
  readonly prints?: boolean;
};

/** What Node runs beside the pages. Node's own list of what it loaded would hold a file that Vite makes and removes. */
export const watchFlags: readonly string[] = [
  "domain",
  "intake",
  "jobs",
  "platform",
  "routes/api",
  "routes/extensions",
  "routes/mail",
  "routes/ops",
  "routes/storefront",
  "routes/webhooks",
  "shopify",
  "supplier",
].map((folder) => `--watch-path=app/${folder}`);

const root = path.resolve(import.meta.dirname, "../..");
/** As `npm start` has it: what Node compiled once it need not compile again. */
const NODE_COMPILE_CACHE = path.join(root, "node_modules/.cache/karwan/compiled");
/** As `npm start` has them too. */
export const nodeFlags: readonly string[] = [
  "--min-semi-space-size=16",
  "--max-semi-space-size=16",
  "--heap-growing-percent=60",
];
/** As `npm start` has it: memory that is freed outside the heap is given back from two places, not from sixteen. */
export const MALLOC_ARENA_MAX = "2";
const DEVELOP_SCRIPT = "app/develop.server.ts";
/** On its sources the app transforms all pages before it is ready. */
const startTimeoutMs = 120_000;
const stopTimeoutMs = 25_000;
const answerTimeoutMs = 5000;

/** Starts the app as a process of its own, as it runs anywhere else, and waits until it says it is ready. */
export async function startAppProcess(options: AppProcessOptions): Promise<AppProcess> {
  const url = `http://localhost:${options.port}`;
  const answersReady = async () => {
    // A drill may stop it before it has answered.
    const signal = AbortSignal.timeout(answerTimeoutMs);
    return (await fetch(`${url}/readyz`, { signal }).catch(() => null))?.ok ?? false;
  };
  return { url, ...(await startProcess("build/app/web.server.js", options, answersReady)) };
}

/** Starts the app on its sources, as `npm run dev` and Shopify CLI do. */
export async function startDevelopProcess(options: DevelopProcessOptions): Promise<AppProcess> {
  const url = `http://localhost:${options.port}`;
  const answersReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false;
  return { url, ...(await startProcess(DEVELOP_SCRIPT, options, answersReady)) };
}

export type WorkerProcess = Omit<AppProcess, "url">;

/** Starts a process that only works; its log file must be its own. */
export async function startWorkerProcess(options: Omit<AppProcessOptions, "port">): Promise<WorkerProcess> {
  const saysItWorks = async () => (await readFile(options.logFile, "utf8")).includes('"event":"working"');
  return startProcess("build/app/worker.server.js", { ...options, port: 0 }, saysItWorks);
}

async function startProcess(
  script: string,
  { port, env, logFile, pidFile, folder = root, restarts = false, prints = false }: DevelopProcessOptions,
  isReady: () => Promise<boolean>,
): Promise<WorkerProcess> {
  const log = await open(logFile, "a");
  const output = prints ? "inherit" : log.fd;
  const child = spawn(process.execPath, [...flagsOf(script, restarts), script], {
    cwd: folder,
    env: { NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", output, output],
    // A group of its own: Ctrl-C reaches only us, and we stop the app before what it leans on.
    detached: true,
  });
  if (pidFile) appendFileSync(pidFile, `${child.pid}\n`);
  const left = new Promise<Left>((resolve) => {
    child.once("exit", (_code, signal) => resolve({ signal, atMs: performance.now() }));
  });
  await log.close();
  try {
    await waitFor(async () => (await isUp(child, logFile)) && isReady(), {
      what: "the app to be ready",
      timeoutMs: startTimeoutMs,
    });
  } catch (error) {
    await end(child, "SIGKILL");
    throw error;
  }
  return {
    logFile,
    pid: child.pid ?? 0,
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
    left,
  };
}

/** On its sources it runs as `npm run dev` has it, without flags for its memory. */
function flagsOf(script: string, restarts: boolean): readonly string[] {
  if (restarts) return watchFlags;
  return script === DEVELOP_SCRIPT ? [] : nodeFlags;
}

/** A process that was gone before it stood, with its last words. */
export class LeftAtStart extends Error {
  readonly signal: NodeJS.Signals | null;
  constructor(message: string, signal: NodeJS.Signals | null) {
    super(message);
    this.signal = signal;
  }
}

/** A process that was told to stop itself somewhere, and came there before it stood. */
export class StoppedAtStart extends Error {}

/** @throws LeftAtStart when it has left, StoppedAtStart when it was stopped: it will never say that it is ready */
async function isUp(child: ChildProcess, logFile: string): Promise<true> {
  if (child.exitCode === null && child.signalCode === null) {
    if (child.pid !== undefined && (await isStopped(child.pid)))
      throw new StoppedAtStart("The app was stopped before it was ready");
    return true;
  }
  const lines = (await readFile(logFile, "utf8")).trim().split("\n").slice(-12).join("\n");
  const how = child.signalCode ?? `code ${child.exitCode}`;
  throw new LeftAtStart(
    `The app left at start (${how}). Its last words in ${logFile}:\n${lines}`,
    child.signalCode,
  );
}

/** Whether a process stands still by a signal. False where the system has no /proc to tell. */
async function isStopped(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const left = once(child, "exit");
  if (signal === "SIGKILL") killWhole(child);
  else child.kill(signal);
  const timer = setTimeout(() => killWhole(child), stopTimeoutMs);
  await left;
  clearTimeout(timer);
}

/** Kills its group: Node that watches runs the app as a process of its own. */
function killWhole({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}
