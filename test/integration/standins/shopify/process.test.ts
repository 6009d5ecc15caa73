import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";

let child: ReturnType<typeof spawn> | undefined;
afterEach(() => {
  child?.kill("SIGTERM");
});

async function start() {
  child = spawn(process.execPath, ["test/standins/shopify/run.ts", JSON.stringify({ routingDelayMs: 0 })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (!child.stdout) throw new Error("The process has no output");
  const [line] = await once(child.stdout, "data");
  const ready: unknown = JSON.parse(String(line));
  return String(Reflect.get(Object(ready), "controlUrl"));
}

async function control(url: string, name: string, input: object) {
  const answer = await fetch(`${url}/${name}`, { method: "POST", body: JSON.stringify(input) });
  return { status: answer.status, body: Object(await answer.json()) };
}

describe("the stand-in as a process", () => {
  it("is driven over HTTP and ends when asked", async () => {
    const url = await start();
    const { body: own } = await control(url, "addOwnProduct", { shop: DEMO_SHOP, price: 750 });
    const { body: order } = await control(url, "placeOrder", {
      shop: DEMO_SHOP,
      lines: [{ variantId: own.variantId, quantity: 1 }],
    });
    await control(url, "settle", {});
    const { body: state } = await control(url, "state", { shop: DEMO_SHOP });
    expect(state.orders).toMatchObject([
      { id: order.id, outstanding: "750.00", fulfillmentOrders: [{ status: "OPEN" }] },
    ]);
    child?.kill("SIGTERM");
    if (child) expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("answers a wrong control with the names it knows, and a wrong input with the reason", async () => {
    const url = await start();
    const unknown = await control(url, "nonsense", {});
    expect(unknown.status).toBe(404);
    expect(unknown.body.controls).toContain("placeOrder");
    const wrong = await control(url, "payOrder", { orderId: "gid://shopify/Order/1" });
    expect(wrong).toEqual({ status: 400, body: { error: "The shop has no order gid://shopify/Order/1" } });
  });
});
