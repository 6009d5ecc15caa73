import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareQueueSchema } from "#app/jobs/queue-backend.server.ts";
import { runMigrations } from "#app/platform/database/migrations.server.ts";
import {
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
} from "#app/platform/dev-postgres/embedded-postgres.server.ts";

export const templateDatabase = "karwan_template";

const prefix = "karwan-test-";

declare module "vitest" {
  export interface ProvidedContext {
    /** The template every test database is copied from. */
    templateUrl: string;
  }
}

/**
 * One server for the whole run: migrated once, stopped at the end. Servers of runs that were killed are stopped first.
 * Unit tests alone need none.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await stopLeftovers();
  if (project.vitest.projects.every(({ name }) => name === "unit")) return async () => undefined;
  const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const server = await startEmbeddedPostgres({ directory, database: templateDatabase, durability: "none" });
  await runMigrations(server.url);
  await prepareQueueSchema(server.url);
  project.provide("templateUrl", server.url);
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

async function stopLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    const directory = join(tmpdir(), name);
    await stopEmbeddedPostgres(directory);
    await rm(directory, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
