import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type BodyLimits, createBodyReader, type ReadBody } from "#app/platform/http/read-raw-body.ts";

const server = createServer();
let port: number;
beforeEach(async () => {
  await new Promise<void>((settle) => server.listen(0, settle));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const limits: BodyLimits = { mostRequests: 2, mostBytes: 20_000, slowAfterMs: 60_000 };
const bodyLimit = 15_000;

/** Begins requests whose bodies are read under these limits. */
function createDoor(over: Partial<BodyLimits> = {}) {
  const read = createBodyReader({ ...limits, ...over });
  /** A request under way, at both its ends, once its first part is there; it is held until `release`. */
  return async (firstPart: string | Buffer) => {
    const sender = request({ port, method: "POST" });
    sender.on("error", () => undefined);
    sender.write(firstPart);
    const [arrived]: IncomingMessage[] = await once(server, "request");
    if (!arrived) throw new Error("No request arrived");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let size = 0;
    const firstPartArrived = new Promise<void>((settle) => {
      arrived.on("data", (piece: Buffer) => {
        size += piece.length;
        if (size >= firstPart.length) settle();
      });
    });
    const body = new Promise<ReadBody>((settle) => {
      void read(arrived, bodyLimit, async (got) => {
        settle(got);
        await released;
      });
    });
    await firstPartArrived;
    return { sender, body, release };
  };
}

describe("reading a body", () => {
  it("gives all its pieces as one", async () => {
    const { sender, body } = await createDoor()("half");
    sender.end(" and half");
    expect(await body).toEqual({ kind: "read", body: Buffer.from("half and half") });
  });

  it("says when the sender breaks off in the middle", async () => {
    const { sender, body } = await createDoor()("half");
    sender.destroy();
    expect(await body).toEqual({ kind: "broken_off" });
  });

  it("stops at the limit, also where the length was not told before", async () => {
    const { sender, body } = await createDoor()("half");
    sender.write(Buffer.alloc(bodyLimit));
    expect(await body).toEqual({ kind: "too_large" });
    sender.destroy();
  });
});

describe("bodies that arrive together", () => {
  it("turn the next away once they are as many as may be, and take it when one was answered", async () => {
    const begin = createDoor();
    const [one] = [await begin("one"), await begin("two")];
    expect(await (await begin("three")).body).toEqual({ kind: "busy" });
    one.sender.end();
    await one.body;
    expect(await (await begin("four")).body).toEqual({ kind: "busy" });
    one.release();
    const five = await begin("five");
    five.sender.end();
    expect(await five.body).toEqual({ kind: "read", body: Buffer.from("five") });
  });

  it("hold no more than they may together, whatever each of them holds", async () => {
    const begin = createDoor();
    const one = await begin(Buffer.alloc(12_000));
    const two = await begin(Buffer.alloc(12_000));
    expect(await two.body).toEqual({ kind: "busy" });
    one.sender.end();
    expect(await one.body).toMatchObject({ kind: "read" });
  });

  it("count what a body sent byte by byte costs to hold", async () => {
    const one = await createDoor({ mostBytes: 2000 })("x");
    const sendByte = () => new Promise((settle) => one.sender.write("x", settle));
    for (let sent = 0; sent < 10; sent += 1) await sendByte();
    expect(await one.body).toEqual({ kind: "busy" });
  });

  it("end the one that has been arriving longest, when it is slow, for the next", async () => {
    const begin = createDoor({ slowAfterMs: 0 });
    const one = await begin("one");
    const two = await begin("two");
    const three = await begin("three");
    expect(await one.body).toEqual({ kind: "busy" });
    two.sender.end();
    three.sender.end();
    expect([await two.body, await three.body]).toMatchObject([{ kind: "read" }, { kind: "read" }]);
    // Both are being dealt with: they are not slow, and nobody takes their place.
    expect(await (await begin("four")).body).toEqual({ kind: "busy" });
  });
});
