import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectSupplierControl } from "#test/standins/supplier/control-client.ts";
import { toCommands } from "#test/standins/supplier/control-server.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { buildOrder } from "./builders.ts";

let standin: SupplierStandin;

beforeEach(async () => {
  standin = await startSupplierStandin({
    clock: { at: "2026-11-23T09:00:00Z", frozen: true },
    tickEveryMs: 0,
  });
});

afterEach(() => standin.close());

async function place(externalOrderId: string, baseUrl = standin.baseUrl): Promise<number> {
  const headers = { Authorization: `Bearer ${DEMO_LIVE_KEY}`, "Idempotency-Key": externalOrderId };
  const body = JSON.stringify(buildOrder({ externalOrderId }));
  return (await fetch(`${baseUrl}/orders`, { method: "POST", headers, body })).status;
}

describe("the controls", () => {
  it("answer over HTTP as they do in process", async () => {
    const remote = connectSupplierControl(standin.controlUrl);
    await place("one");
    expect(await remote.moveParcel({ externalOrderId: "one", status: "SHIPPED" })).toMatchObject([
      { status: "SHIPPED" },
    ]);
    expect(await remote.clock.advance({ days: 1 })).toBe("2026-11-24T09:00:00.000Z");
    expect(await remote.audit()).toEqual(await standin.control.audit());
    expect(await remote.requests({ method: "POST" })).toMatchObject([
      { path: "/orders", status: 201, idempotencyKey: "one" },
    ]);
    await expect(remote.moveParcel({ externalOrderId: "two", status: "SHIPPED" })).rejects.toThrow(
      "No parcel two",
    );
    expect((await fetch(`${standin.controlUrl}/nothing`, { method: "POST" })).status).toBe(404);
  });

  it("have one name each on both ends", () => {
    const names = Object.keys(connectSupplierControl("http://127.0.0.1")).filter((name) => name !== "clock");
    const clock = Object.keys(standin.control.clock).map((name) => `clock.${name}`);
    expect(Object.keys(toCommands(standin.control)).sort()).toEqual([...names, ...clock].sort());
    expect(Object.keys(standin.control).sort()).toEqual([...names, "clock"].sort());
  });

  it("refuse a move that goes back or out of an end", async () => {
    await place("one");
    const move = (status: "CONFIRMED" | "CANCELLED" | "SHIPPED" | "RETURNED") =>
      standin.control.moveParcel({ externalOrderId: "one", status });
    await move("SHIPPED");
    await expect(move("CONFIRMED")).rejects.toThrow("does not go back");
    await expect(move("CANCELLED")).rejects.toThrow("cannot become CANCELLED");
    await move("RETURNED");
    await expect(move("SHIPPED")).rejects.toThrow("cannot become SHIPPED");
  });

  it("refuse a return after the return window unless told to", async () => {
    await place("one");
    await standin.control.moveParcel({ externalOrderId: "one", status: "DELIVERED" });
    await standin.control.clock.advance({ days: 8 });
    const late = { externalOrderId: "one", status: "RETURNED", type: "return" } as const;
    await expect(standin.control.moveParcel(late)).rejects.toThrow("return window");
    expect(await standin.control.moveParcel({ ...late, force: true })).toMatchObject([
      { status: "RETURNED" },
    ]);
  });

  it("count the posts of each order and forget everything on reset", async () => {
    await place("one");
    await place("one");
    await place("two");
    expect((await standin.control.audit()).postsPerExternalOrderId).toEqual({ one: 2, two: 1 });
    await standin.control.reset({ preset: "sparse" });
    const audit = await standin.control.audit();
    expect([audit.orders, audit.postsPerExternalOrderId, audit.problems]).toEqual([[], {}, []]);
    expect(audit.now).toBe("2026-11-23T09:00:00.000Z");
  });

  it("pass a released margin taken back through the ledger", async () => {
    await place("one");
    await standin.control.moveParcel({ externalOrderId: "one", status: "DELIVERED" });
    await standin.control.clock.advance({ days: 20 });
    const back = { externalOrderId: "one", status: "RETURNED", type: "return", force: true } as const;
    expect(await standin.control.moveParcel(back)).toMatchObject([{ marginStatus: "REVERSED" }]);
    expect((await standin.control.audit()).problems).toEqual([]);
  });
});

describe("the stand-in as a process", () => {
  it("prints its addresses, answers, and ends on SIGTERM", async () => {
    const path = new URL("../../../standins/supplier/run.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [path, JSON.stringify({ preset: "contrary" })], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line]: unknown[] = await once(createInterface({ input: child.stdout }), "line");
    const { baseUrl, controlUrl } = JSON.parse(String(line));
    expect(await place("one", baseUrl)).toBe(201);
    expect((await connectSupplierControl(controlUrl).audit()).orders).toHaveLength(1);
    child.kill("SIGTERM");
    expect((await once(child, "exit"))[0]).toBe(0);
  });
});
