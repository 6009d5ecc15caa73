import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import {
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
} from "#app/platform/dev-postgres/embedded-postgres.server.ts";

/** Where everything one drill starts has its files: a PostgreSQL of its own, and a folder for each world. */
export type DrillHome = {
  /** A new, empty database on the drill's own server. */
  createDatabase(name: string): Promise<string>;
  /** The server leaves, and whoever leans on it is on its own; `back` starts it again at the same address. */
  stopPostgres(): Promise<{ readonly back: () => Promise<void> }>;
  /** What the server wrote down so far: its errors, with the statements of a deadlock. */
  readPostgresLog(): Promise<string>;
  /** A folder for a world's files. */
  folderOf(name: string): string;
  /** Ends whatever the drill started and still runs, and removes all its files. */
  close(): Promise<void>;
};

const prefix = "karwan-drill-";

/** Opens a home, after clearing away what drills left behind that were killed before they could. */
export async function openDrillHome(): Promise<DrillHome> {
  await clearAbandoned();
  const directory = await mkdtemp(path.join(tmpdir(), prefix));
  await writeFile(path.join(directory, "owner"), String(process.pid));
  // PostgreSQL runs as another user when we are root, and has to get in.
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ directory: postgresOf(directory), durability: "none" });
  return {
    createDatabase: (name) => createDatabase(postgres.url, name),
    stopPostgres: async () => {
      await postgres.stop();
      const { port } = postgres;
      const again = { directory: postgresOf(directory), durability: "none", port } as const;
      return { back: async () => void (await startEmbeddedPostgres(again)) };
    },
    readPostgresLog: () => readFile(path.join(postgresOf(directory), "postgres.log"), "utf8"),
    folderOf: (name) => path.join(directory, name),
    close: () => clear(directory),
  };
}

function postgresOf(directory: string): string {
  return path.join(directory, "postgres");
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${pg.escapeIdentifier(`drill_${name}`)}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/drill_${name}`;
  return url.href;
}

async function clearAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const directory = path.join(tmpdir(), name);
    const owner = await readFile(path.join(directory, "owner"), "utf8").catch(() => "");
    if (owner !== "" && !/drill|vitest/.test(commandOf(Number(owner)))) await clear(directory);
  }
}

async function clear(directory: string): Promise<void> {
  await endProcesses(directory);
  await stopEmbeddedPostgres(postgresOf(directory));
  await rm(directory, { recursive: true, force: true });
}

async function endProcesses(directory: string): Promise<void> {
  for (const world of await readdir(directory)) {
    const pids = await readFile(path.join(directory, world, "pids"), "utf8").catch(() => "");
    for (const pid of pids.split("\n").map(Number).filter(isAlive)) {
      // A number may belong to somebody else by now.
      if (/app\/(web|worker)\.server\.ts/.test(commandOf(pid))) process.kill(pid, "SIGKILL");
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The command line of a process; empty when there is none of this id. */
function commandOf(pid: number): string {
  return spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}
