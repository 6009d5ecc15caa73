import { describe, expect } from "vitest";
import { placeParcel } from "../builders.ts";
import type { Contract, Prove } from "../contract.ts";
import { tracking } from "../shapes.ts";

const track = (contract: Contract, id: string) => contract.get(`/orders/${id}/tracking`, tracking);
const STEPS = ["Received", "Confirmed", "Being packed", "On the way", "Delivered"];

export function describeTracking(prove: Prove): void {
  describe("tracking", () => {
    prove(
      ["res.tracking", "res.tracking-steps", "res.tracking-collect"],
      "tracking shows how far the parcel is",
      async (contract) => {
        const { id } = await placeParcel(contract);
        await contract.control.moveParcel({ id, status: "PROCESSING" });
        const packing = await track(contract, id);
        expect(packing).toMatchObject({
          status: "PROCESSING",
          statusLabel: "Being packed",
          amountToCollect: 1800,
        });
        expect(packing.steps.map(({ label }) => label)).toEqual(STEPS);
        expect(packing.steps.map(({ done }) => done)).toEqual([true, true, true, false, false]);
        await contract.control.clock.advance({ hours: 2 });
        await contract.control.moveParcel({ id, status: "SHIPPED" });
        expect(await track(contract, id)).toMatchObject({
          shippedAt: "2026-11-23T11:00:00.000Z",
          deliveredAt: null,
        });
        const prepaid = await placeParcel(contract, { paymentMode: "PREPAID" });
        expect((await track(contract, prepaid.id)).amountToCollect).toBe(0);
      },
    );

    prove(
      ["res.tracking-white"],
      "tracking names no store, no cost and no address of the service",
      async (contract) => {
        const { id } = await placeParcel(contract);
        await contract.control.moveParcel({ id, status: "DELIVERED" });
        const text = JSON.stringify(await track(contract, id));
        expect(text).not.toMatch(/store_|wholesale|https?:|margin|"1000"|:1000\b/);
      },
    );

    prove(["res.tracking-ended"], "an order that ended early ends its steps so", async (contract) => {
      const cancelled = await placeParcel(contract);
      await contract.control.moveParcel({ id: cancelled.id, status: "CANCELLED", reason: "No stock" });
      const one = await track(contract, cancelled.id);
      expect(one.cancelledReason).toBe("No stock");
      expect(one.steps.at(-1)).toMatchObject({ label: "Cancelled", done: true });
      const refused = await placeParcel(contract);
      await contract.control.moveParcel({ id: refused.id, status: "RETURNED" });
      const two = await track(contract, refused.id);
      expect(two.steps.map(({ label }) => label)).toEqual([...STEPS, "Returned"]);
      expect(two.steps.map(({ done }) => done)).toEqual([true, true, true, true, false, true]);
    });
  });
}
