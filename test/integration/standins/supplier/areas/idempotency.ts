import { describe, expect } from "vitest";
import { buildOrder } from "../builders.ts";
import type { Prove } from "../contract.ts";
import { errorBody } from "../shapes.ts";

export function describeIdempotency(prove: Prove): void {
  describe("idempotency", () => {
    prove(["idem.required", "idem.length"], "the key is required and bounded", async (contract) => {
      expect(await contract.post("/orders", buildOrder())).toMatchObject({
        status: 400,
        body: { error: { code: "idempotency_key_required" } },
      });
      const keyOf = (length: number) => ({ headers: { "Idempotency-Key": "k".repeat(length) } });
      expect((await contract.place(buildOrder(), keyOf(255))).status).toBe(201);
      expect(await contract.place(buildOrder(), keyOf(256))).toMatchObject({
        status: 400,
        body: { error: { code: "validation_error" } },
      });
    });

    prove(
      ["idem.replay", "idem.reused"],
      "the same again gets the first answer, another body a conflict",
      async (contract) => {
        const headers = { "Idempotency-Key": "same" };
        const body = buildOrder();
        const first = await contract.place(body, { headers });
        expect(first.headers.get("idempotent-replayed")).toBeNull();
        await contract.control.moveParcel({ externalOrderId: body.externalOrderId, status: "SHIPPED" });
        const again = await contract.place(body, { headers });
        expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
        expect(again.body).toEqual(first.body);
        const other = await contract.place({ ...body, notes: "changed" }, { headers });
        expect(other).toMatchObject({ status: 409, body: { error: { code: "idempotency_key_reused" } } });
        expect((await contract.control.audit()).orders).toHaveLength(1);
      },
    );

    prove(["idem.running"], "two at once place one order", async (contract) => {
      await contract.control.armFault({ kind: "delay", ms: 80, method: "POST", path: "/orders" });
      const headers = { "Idempotency-Key": "same-key" };
      const body = buildOrder();
      const answers = await Promise.all([
        contract.place(body, { headers }),
        contract.place(body, { headers }),
      ]);
      const codes = answers.map(({ status, body: answer }) =>
        status === 201 ? "accepted" : errorBody.parse(answer).error.code,
      );
      expect(codes.sort()).toEqual(["accepted", "idempotency_in_progress"]);
      expect((await contract.control.audit()).orders).toHaveLength(1);
    });

    prove(
      ["idem.days"],
      "after 7 days the key is forgotten and the external id still protects",
      async (contract) => {
        const headers = { "Idempotency-Key": "old" };
        const body = buildOrder();
        await contract.place(body, { headers });
        await contract.control.clock.advance({ days: 6, hours: 23 });
        expect((await contract.place(body, { headers })).headers.get("idempotent-replayed")).toBe("true");
        await contract.control.clock.advance({ hours: 1 });
        expect(await contract.place(body, { headers })).toMatchObject({
          status: 409,
          body: { error: { code: "duplicate_order" } },
        });
      },
    );

    prove(
      ["idem.5xx", "err.5xx"],
      "a failure before or after the effect is settled by the same request",
      async (contract) => {
        for (const when of ["before", "after"] as const) {
          await contract.control.armFault({ kind: "error", when, method: "POST", path: "/orders" });
          const body = buildOrder();
          const headers = { "Idempotency-Key": `failed-${when}` };
          expect(await contract.place(body, { headers })).toMatchObject({
            status: 500,
            body: { error: { code: "internal_error" } },
          });
          const again = await contract.place(body, { headers });
          expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([
            201,
            when === "after" ? "true" : null,
          ]);
          const audit = await contract.control.audit();
          expect(audit.orders.filter((order) => order.externalOrderId === body.externalOrderId)).toHaveLength(
            1,
          );
          expect(audit.postsPerExternalOrderId[body.externalOrderId]).toBe(2);
        }
      },
    );

    prove(["idem.replay"], "whether a refusal is remembered is a switch", async (contract) => {
      await contract.control.setStock({ variantId: "prd_cooker", stock: 0 });
      const headers = { "Idempotency-Key": "refused" };
      const body = buildOrder();
      expect((await contract.place(body, { headers })).status).toBe(422);
      await contract.control.setStock({ variantId: "prd_cooker", stock: 9 });
      const remembers = contract.switches.idempotencyRemembers === "every_answer";
      const again = await contract.place(body, { headers });
      expect([again.status, again.headers.get("idempotent-replayed")]).toEqual(
        remembers ? [422, "true"] : [201, null],
      );
    });
  });
}
