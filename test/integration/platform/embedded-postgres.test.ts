import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
} from "#app/platform/dev-postgres/embedded-postgres.server.ts";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "karwan-embedded-"));
  await chmod(directory, 0o755);
});
afterEach(async () => {
  await stopEmbeddedPostgres(directory);
  await rm(directory, { recursive: true, force: true });
});

const start = () => startEmbeddedPostgres({ directory, durability: "none" });

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe("the embedded PostgreSQL", () => {
  it("keeps its data from one start to the next", async () => {
    const first = await start();
    await ask(first.url, "create table kept (id int)");
    await first.stop();
    const second = await start();
    expect(await ask(second.url, "select count(*)::int from kept")).toEqual([{ count: 0 }]);
  });

  it("is one server for all that start it at once", async () => {
    const servers = await Promise.all([start(), start(), start()]);
    expect(new Set(servers.map((server) => server.url)).size).toBe(1);
  });

  it("is left to its owner while that lives, and taken over once it is gone", async () => {
    await start();
    const owner = join(directory, "owner");
    expect(Number(await readFile(owner, "utf8"))).toBe(process.pid);
    await writeFile(owner, String(process.ppid));
    expect((await start()).owned).toBe(false);
    await writeFile(owner, "999999999");
    expect((await start()).owned).toBe(true);
  });

  it("starts beside a pid file that now names another program", async () => {
    const first = await start();
    await first.stop();
    const stale = `${process.pid}\n${join(directory, "cluster")}\n0\n1\n\n127.0.0.1\n0\nready   \n`;
    await writeFile(join(directory, "cluster", "postmaster.pid"), stale);
    expect(await ask((await start()).url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("starts for a folder that only its user may enter", async () => {
    const closed = join(directory, "closed");
    await mkdir(closed, { mode: 0o700 });
    const server = await startEmbeddedPostgres({ directory: join(closed, "data"), durability: "none" });
    expect(await ask(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
    await rm(server.directory, { recursive: true, force: true });
  });

  it("gives every session its own settings and locks", async () => {
    const { url } = await start();
    const lock = "select pg_try_advisory_lock(1) as got";
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    expect((await holder.query(lock)).rows).toEqual([{ got: true }]);
    expect(await ask(url, lock)).toEqual([{ got: false }]);
    await holder.end();
  });
});
