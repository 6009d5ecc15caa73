import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { Redis } from "ioredis";
import { freePort } from "#app/platform/process/free-port.server.ts";
import { waitFor } from "#test/support/wait-for.ts";

export type RealRedis = {
  readonly url: string;
  readonly version: string;
  /** Takes away all it holds. */
  flush(): Promise<void>;
  /** It dies as by `kill -9`, and holds nothing when it is back. */
  kill(): Promise<void>;
  back(): Promise<void>;
};

/** A real Redis of the machine: no package of npm carries one that runs everywhere. */
export function findRedisServer(): string {
  const file = process.env.REDIS_SERVER ?? "redis-server";
  if (spawnSync(file, ["--version"]).status === 0) return file;
  throw new Error("This drill needs a Redis: install redis-server, or name its file in REDIS_SERVER");
}

export async function startRedis(file: string, directory: string): Promise<RealRedis> {
  await mkdir(directory, { recursive: true });
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const version = /v=(\S+)/.exec(String(spawnSync(file, ["--version"]).stdout))?.[1] ?? "";
  let child: ChildProcess | null = null;
  const start = async () => {
    const options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    child = spawn(file, ["--port", String(port), "--dir", directory, ...options], { stdio: "ignore" });
    await waitFor(async () => (await ask(url, (redis) => redis.ping())) === "PONG", { what: "Redis" });
  };
  await start();
  return {
    ...{ url, version },
    flush: async () => void (await ask(url, (redis) => redis.flushall())),
    kill: async () => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const left = once(child, "exit");
      child.kill("SIGKILL");
      await left;
    },
    back: start,
  };
}

async function ask<T>(url: string, question: (redis: Redis) => Promise<T>): Promise<T | null> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    return await question(redis);
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}
