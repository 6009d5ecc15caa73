import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { survivesLostSession } from "#app/platform/database/lost-sessions.server.ts";
import { freePort } from "#app/platform/process/free-port.server.ts";
import { withStartLock } from "#app/platform/process/start-lock.server.ts";
import {
  findPostgresBinaries,
  type PostgresBinaries,
  type RunAs,
  unavailable,
} from "./embedded-postgres-binaries.server.ts";

export type EmbeddedPostgres = {
  readonly url: string;
  readonly port: number;
  /** Where its files are: the folder asked for, or one in the temporary folder where that cannot be reached. */
  readonly directory: string;
  /** Whether stopping it is up to this process: it started the server, or whoever did is gone. */
  readonly owned: boolean;
  readonly stop: () => Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Where cluster, log and password live; made when absent. */
  readonly directory: string;
  readonly database?: string;
  /** False trades crash safety for speed: tests only. */
  readonly durability?: "full" | "none";
  /** Where it listens when it has to be started; any free port without it. */
  readonly port?: number;
};

const user = "karwan";
const serverEnvironment = { NODE_ENV: "production", LC_ALL: "C.UTF-8", TZ: "UTC" } as const;
const startDeadlineMs = 30_000;
const stopDeadlineMs = 15_000;

/**
 * Starts PostgreSQL from the platform package, or joins the one already running in the directory (left by
 * a killed parent, or started by the web process when this is the worker).
 * @throws AppError `postgres_unavailable`
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await findPostgresBinaries();
  const home = await reachableHome(resolve(options.directory), binaries.runAs);
  return withStartLock(join(home, "starting"), async () => {
    const cluster = join(home, "cluster");
    const password = await readPassword(join(home, "password"));
    await initialiseCluster(binaries, cluster, home, password);
    const running = await joinable(cluster);
    const port = running?.port ?? (await launch(binaries, cluster, home, options));
    const database = options.database ?? user;
    await ensureDatabase(urlOf(port, password, "postgres"), database);
    return {
      url: urlOf(port, password, database),
      port,
      directory: home,
      owned: await takeOwnership(join(home, "owner"), running === null),
      stop: () => stopCluster(cluster),
    };
  });
}

async function takeOwnership(path: string, isFresh: boolean): Promise<boolean> {
  const owner = Number(await readFile(path, "utf8").catch(() => ""));
  if (!isFresh && owner !== process.pid && owner > 0 && isAlive(owner)) return false;
  await writeFile(path, String(process.pid));
  return true;
}

/** Stops the server of a directory, whoever started it; does nothing where none runs. */
export async function stopEmbeddedPostgres(directory: string): Promise<void> {
  const { runAs } = await findPostgresBinaries();
  await stopCluster(join(await reachableHome(resolve(directory), runAs), "cluster"));
}

function urlOf(port: number, password: string, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** The folder asked for when `nobody` can be let into it; else one in the temporary folder stands in for it. */
async function reachableHome(wanted: string, runAs: RunAs): Promise<string> {
  await mkdir(wanted, { recursive: true });
  if (runAs.uid === undefined) return wanted;
  if (await parentsAreOpen(dirname(wanted))) {
    await chmod(wanted, (await stat(wanted)).mode | 0o001);
    return wanted;
  }
  const name = createHash("sha256").update(wanted).digest("hex").slice(0, 16);
  const home = join(tmpdir(), `karwan-postgres-${name}`);
  await mkdir(home, { recursive: true, mode: 0o755 });
  return home;
}

async function parentsAreOpen(directory: string): Promise<boolean> {
  const { mode } = await stat(directory);
  if ((mode & 0o001) === 0) return false;
  return dirname(directory) === directory || parentsAreOpen(dirname(directory));
}

async function readPassword(path: string): Promise<string> {
  const known = await readFile(path, "utf8").catch(() => null);
  if (known) return known;
  const password = randomBytes(18).toString("base64url");
  await writeFile(path, password, { mode: 0o600 });
  return password;
}

async function initialiseCluster(
  binaries: PostgresBinaries,
  cluster: string,
  home: string,
  password: string,
): Promise<void> {
  const ready = await stat(join(cluster, "PG_VERSION")).catch(() => null);
  if (ready) return;
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o700 });
  const passwordFile = join(home, "initial-password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  await lendTo(binaries.runAs, cluster, passwordFile);
  const flags = ["-A", "scram-sha-256", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"];
  const outcome = spawnSync(
    binaries.initdb,
    ["-D", cluster, "-U", user, `--pwfile=${passwordFile}`, ...flags],
    { ...binaries.runAs, cwd: cluster, encoding: "utf8", env: serverEnvironment },
  );
  await rm(passwordFile, { force: true });
  if (outcome.status === 0) return;
  await rm(cluster, { recursive: true, force: true });
  throw unavailable(`initdb failed: ${(outcome.stderr ?? String(outcome.error)).trim()}`);
}

async function lendTo(runAs: RunAs, ...paths: readonly string[]): Promise<void> {
  const { uid, gid } = runAs;
  if (uid === undefined || gid === undefined) return;
  await Promise.all(paths.map((path) => chown(path, uid, gid)));
}

type Running = { readonly pid: number; readonly port: number; readonly ready: boolean };

/** Reads `postmaster.pid`: line 1 the process, 4 the port, 8 its state. Null where no such process lives. */
async function findRunning(cluster: string): Promise<Running | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  return { pid, port, ready: lines[7]?.trim() === "ready" };
}

/** What runs and listens. A pid file whose number now belongs to another program is removed. */
async function joinable(cluster: string): Promise<Running | null> {
  const running = await findRunning(cluster);
  if (!running || (await isListening(running.port))) return running;
  await rm(join(cluster, "postmaster.pid"), { force: true });
  return null;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: 2000 });
    const answer = (listening: boolean) => {
      socket.destroy();
      settle(listening);
    };
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
    socket.once("timeout", () => answer(false));
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function launch(
  binaries: PostgresBinaries,
  cluster: string,
  home: string,
  { durability = "full", port: wanted }: EmbeddedPostgresOptions,
): Promise<number> {
  const port = wanted ?? (await freePort());
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    `port=${port}`,
    ...(durability === "none" ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] : []),
  ];
  const logPath = join(home, "postgres.log");
  const log = await open(logPath, "a");
  await chmod(logPath, 0o644);
  // In its own group: Ctrl-C reaches the app first, which then stops the server itself.
  const child = spawn(binaries.postgres, ["-D", cluster, ...settings.flatMap((setting) => ["-c", setting])], {
    ...binaries.runAs,
    cwd: cluster,
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    env: serverEnvironment,
  });
  child.unref();
  await log.close();
  await untilReady(child, cluster, logPath);
  return port;
}

async function untilReady(child: ChildProcess, cluster: string, logPath: string): Promise<void> {
  let failure: string | null = null;
  child.once("error", (error) => {
    failure = error.message;
  });
  child.once("exit", (code) => {
    failure = `the server left with code ${code}`;
  });
  const deadline = Date.now() + startDeadlineMs;
  while (!(await findRunning(cluster))?.ready) {
    if (failure !== null) throw unavailable(`${failure}; see ${logPath}`);
    if (Date.now() > deadline) throw unavailable(`it was not ready in time; see ${logPath}`);
    await pause(10);
  }
}

async function ensureDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  survivesLostSession(client);
  await client.connect();
  try {
    const known = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (known.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

async function stopCluster(cluster: string): Promise<void> {
  const running = await findRunning(cluster);
  if (!running) return;
  process.kill(running.pid, "SIGINT");
  const deadline = Date.now() + stopDeadlineMs;
  while (await findRunning(cluster)) {
    if (Date.now() > deadline) throw unavailable("it did not stop in time");
    await pause(10);
  }
}
