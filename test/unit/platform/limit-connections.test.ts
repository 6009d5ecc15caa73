import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { limitConnections } from "#app/platform/database/limit-connections.server.ts";

let server: Server;
let port: number;
beforeEach(async () => {
  server = createServer();
  server.keepAliveTimeout = 65_000;
  limitConnections(server, 2, (_request, response) => response.end("heard"));
  await new Promise<void>((settle) => server.listen(0, settle));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A connection, with the promise of its end at the server. */
async function open(): Promise<{ readonly socket: Socket; readonly gone: Promise<unknown> }> {
  const accepted = once(server, "connection");
  const socket = connect(port);
  const [[atServer]] = await Promise.all([accepted, once(socket, "connect")]);
  return { socket, gone: once(atServer, "close") };
}

async function ask({ socket }: { readonly socket: Socket }): Promise<string> {
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const [answer] = await once(socket, "data");
  return String(answer);
}

it("answers 503 to a connection too many, and hears the next once others have gone", async () => {
  const [first, second, third] = [await open(), await open(), await open()];
  expect(await ask(third)).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 10\r\n/);
  await third.gone;
  expect(await ask(first)).toContain("heard");
  first.socket.destroy();
  await first.gone;
  expect(await ask(second)).toContain("heard");
  expect(await ask(await open())).toContain("heard");
});

it("ends the connection that has waited longest for its next request, to make room", async () => {
  const [first, second] = [await open(), await open()];
  for (const each of [second, first]) expect(await ask(each)).toContain("heard");
  const third = await open();
  await second.gone;
  expect(await ask(third)).toContain("heard");
  expect(await ask(first)).toContain("heard");
});
