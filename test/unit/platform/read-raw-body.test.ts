import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { bodyLimitBytes, readRawBody } from "#app/platform/read-raw-body.ts";

const server = createServer();
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A request under way, at both its ends. */
async function begin() {
  await new Promise<void>((settle) => server.listen(0, settle));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const sender = request({ port, method: "POST" });
  sender.on("error", () => undefined);
  sender.write("half");
  const [received]: IncomingMessage[] = await once(server, "request");
  if (!received) throw new Error("No request arrived");
  return { sender, body: readRawBody(received) };
}

describe("reading a body", () => {
  it("gives all its pieces as one", async () => {
    const { sender, body } = await begin();
    sender.end(" and half");
    expect(String(await body)).toBe("half and half");
  });

  it("rejects when the sender breaks off in the middle", async () => {
    const { sender, body } = await begin();
    sender.destroy();
    await expect(body).rejects.toThrow();
  });

  it("stops at the limit, also where the length was not told before", async () => {
    const { sender, body } = await begin();
    sender.write(Buffer.alloc(bodyLimitBytes));
    expect(await body).toBeNull();
    sender.destroy();
  });
});
