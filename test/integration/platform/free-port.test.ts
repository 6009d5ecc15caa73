import { createServer, type Server } from "node:net";
import { afterEach, expect, it } from "vitest";
import { freePort } from "#app/platform/process/free-port.server.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listen(port: number, host?: string): Promise<void> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, resolve);
  });
}

it("is one that can be listened on, below those of outgoing connections", async () => {
  const port = await freePort();
  expect(port).toBeLessThan(32_768);
  await expect(listen(port)).resolves.toBeUndefined();
});

it("is the wanted one while nobody listens there, and another when somebody does", async () => {
  const wanted = await freePort();
  expect(await freePort(wanted)).toBe(wanted);
  await listen(wanted, "127.0.0.1");
  expect(await freePort(wanted)).not.toBe(wanted);
});
