import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { startTestApp } from "#test/support/app.ts";

it("the web server closes once the last request is answered, though its connection would be kept for the next", async () => {
  const { web, close } = await startTestApp();
  const socket = connect(web.port);
  await once(socket, "connect");
  socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n");
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
  const gone = once(socket, "close");
  const beganAt = performance.now();
  const closed = web.close();
  socket.write("\r\n");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  await Promise.all([closed, gone]);
  expect(performance.now() - beganAt).toBeLessThan(5000);
  await close();
});
