import { describe, expect } from "vitest";
import { PLANS } from "#test/standins/supplier/terms.ts";
import { buildOrder, placeParcel } from "../builders.ts";
import { type Contract, type Prove, TEST_KEY } from "../contract.ts";
import { errorBody } from "../shapes.ts";

const MIDNIGHT = String(Date.parse("2026-11-24T00:00:00Z") / 1000);

function quotaOf(headers: Headers) {
  return [headers.get("x-quota-limit"), headers.get("x-quota-remaining"), headers.get("x-quota-reset")];
}

async function codeOf(contract: Contract, method: string, path: string, body?: unknown): Promise<string> {
  const headers = { "Idempotency-Key": `quota-${path}` };
  const reply = await contract.send(method, path, { headers, ...(body === undefined ? {} : { body }) });
  return reply.status < 400 ? "ok" : errorBody.parse(reply.body).error.code;
}

export function describeLimits(prove: Prove): void {
  describe("limits", () => {
    prove(
      ["limit.headers", "limit.account"],
      "every answer tells the quota of the account",
      async (contract) => {
        expect(quotaOf((await contract.send("GET", "/me")).headers)).toEqual(["5000", "4999", MIDNIGHT]);
        const test = await contract.send("GET", "/me", { key: TEST_KEY });
        expect(quotaOf(test.headers)).toEqual(["5000", "4998", MIDNIGHT]);
        expect(quotaOf((await contract.send("GET", "/nowhere")).headers)).toEqual(["5000", "4997", MIDNIGHT]);
        const stranger = await contract.send("GET", "/me", { key: null });
        expect(quotaOf(stranger.headers)).toEqual(["5000", "5000", MIDNIGHT]);
      },
    );

    prove(
      ["limit.plans", "limit.buy"],
      "each plan has its numbers, and is paid from the wallet",
      async (contract) => {
        const expected = {
          free: [5000, 120, 0],
          starter: [25_000, 300, 1500],
          growth: [100_000, 600, 4500],
          scale: [300_000, 1200, 12_000],
        };
        for (const plan of ["free", "starter", "growth", "scale"] as const) {
          const { dailyRequests, perMinute, pricePkr } = PLANS[plan];
          expect([dailyRequests, perMinute, pricePkr]).toEqual(expected[plan]);
          const before = (await contract.control.audit()).wallets[0]?.available ?? 0;
          const { available } = await contract.control.buyPlan({ plan });
          expect(before - available).toBe(pricePkr);
          expect((await contract.send("GET", "/me")).headers.get("x-quota-limit")).toBe(
            String(dailyRequests),
          );
        }
      },
    );

    prove(
      ["limit.minute"],
      "over the minute's requests the caller waits Retry-After seconds",
      async (contract) => {
        await contract.control.clock.advance({ seconds: 20 });
        await contract.control.spendQuota({ minute: 119 });
        expect(await codeOf(contract, "GET", "/me")).toBe("ok");
        const refused = await contract.send("GET", "/me", { key: TEST_KEY });
        expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
        expect(refused.headers.get("retry-after")).toBe("40");
        expect(await codeOf(contract, "POST", "/orders", buildOrder())).toBe("rate_limited");
        await contract.control.clock.advance({ seconds: 39 });
        expect(await codeOf(contract, "GET", "/me")).toBe("rate_limited");
        await contract.control.clock.advance({ seconds: 1 });
        expect(await codeOf(contract, "GET", "/me")).toBe("ok");
      },
    );

    prove(
      ["limit.day", "limit.exempt"],
      "over the day's requests orders still flow, until midnight UTC",
      async (contract) => {
        await contract.control.withdraw({ amount: 49_000 });
        const waiting = await placeParcel(contract, { paymentMode: "PREPAID" });
        await contract.control.topUp({ amount: 10_000 });
        const used = 5000 - Number((await contract.send("GET", "/me")).headers.get("x-quota-remaining"));
        await contract.control.spendQuota({ day: 5000 - used - 1 });
        expect(await codeOf(contract, "GET", "/wallet")).toBe("ok");
        for (const path of [
          "/wallet",
          "/orders",
          "/catalog/products",
          "/inventory?ids=x",
          `/orders/${waiting.id}`,
        ]) {
          expect([path, await codeOf(contract, "GET", path)]).toEqual([path, "daily_quota_exceeded"]);
        }
        expect(await codeOf(contract, "PUT", "/webhooks", {})).toBe("daily_quota_exceeded");
        const items = [{ variantId: "prd_cooker", quantity: 1 }];
        expect(await codeOf(contract, "POST", "/shipping/quote", { city: "Lahore", items })).toBe("ok");
        expect(await codeOf(contract, "POST", "/orders", buildOrder())).toBe("ok");
        expect(["ok", "order_not_payable"]).toContain(
          await codeOf(contract, "POST", `/orders/${waiting.id}/pay`),
        );
        expect(await codeOf(contract, "POST", "/orders/nothing/cancel")).toBe("not_found");
        expect(await codeOf(contract, "GET", "/me")).toBe("ok");
        expect((await contract.send("GET", "/me")).headers.get("x-quota-remaining")).toBe("0");
        await contract.control.clock.set({ at: "2026-11-23T23:59:59.000Z" });
        expect(await codeOf(contract, "GET", "/wallet")).toBe("daily_quota_exceeded");
        await contract.control.clock.set({ at: "2026-11-24T00:00:00.000Z" });
        expect(await codeOf(contract, "GET", "/wallet")).toBe("ok");
      },
    );
  });
}
