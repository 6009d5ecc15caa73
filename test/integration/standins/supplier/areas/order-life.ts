import { describe, expect } from "vitest";
import { buildOrder, placeParcel, sandboxId } from "../builders.ts";
import { type Contract, type Prove, TEST_KEY, WEBHOOK_URL } from "../contract.ts";
import { created, eventBody, order, orderEvent } from "../shapes.ts";

async function listen(contract: Contract): Promise<void> {
  await contract.send("PUT", "/webhooks", { body: { url: WEBHOOK_URL } });
}

/** Order and wallet events received so far, oldest first. */
async function events(contract: Contract) {
  await contract.control.settle();
  return contract.receiver.received
    .map(({ rawBody }) => eventBody.parse(JSON.parse(rawBody)))
    .filter(({ event }) => !event.startsWith("product."));
}

async function read(contract: Contract, id: string) {
  return contract.get(`/orders/${id}`, order);
}

export function describeOrderLife(prove: Prove): void {
  describe("the life of an order", () => {
    prove(
      [
        "state.received",
        "state.confirmed",
        "state.no-confirmation",
        "state.shipped",
        "state.delivered",
        "state.released",
        "state.history",
        "hook.order-data",
      ],
      "a delivered COD parcel goes the whole way, each step with its event",
      async (contract) => {
        await listen(contract);
        const { id } = await placeParcel(contract);
        expect((await read(contract, id)).confirmation).toBe("NOT_REQUIRED");
        const tracking = { number: "LEO123", courier: "Leopards", url: null };
        await contract.control.moveParcel({ id, status: "SHIPPED", tracking });
        expect(await read(contract, id)).toMatchObject({ status: "SHIPPED", tracking });
        await contract.control.moveParcel({ id, status: "DELIVERED" });
        const delivered = await read(contract, id);
        expect(delivered).toMatchObject({
          marginStatus: "PENDING",
          marginReleaseAt: "2026-12-13T09:00:00.000Z",
        });
        await contract.control.clock.advance({ days: 20 });
        const released = await read(contract, id);
        expect(released.marginStatus).toBe("RELEASED");
        expect(released.history.map(({ status }) => status)).toEqual([
          "RECEIVED",
          "CONFIRMED",
          "PROCESSING",
          "SHIPPED",
          "DELIVERED",
        ]);
        const sent = await events(contract);
        expect(sent.map(({ event }) => event)).toEqual([
          "order.received",
          "order.confirmed",
          "order.shipped",
          "order.delivered",
          "wallet.margin_released",
        ]);
        for (const { data } of sent) expect(orderEvent.parse(data).id).toBe(id);
        expect(sent[3]?.data).toMatchObject({ margin: 600, marginReleaseAt: "2026-12-13T09:00:00.000Z" });
      },
    );

    prove(["state.confirmed"], "confirmation by itself follows the switch", async (contract) => {
      const { id, status } = await placeParcel(contract);
      const minutes = contract.switches.autoConfirmAfterMinutes;
      expect(status).toBe(minutes === 0 ? "CONFIRMED" : "RECEIVED");
      await contract.control.clock.advance({ minutes: 1 });
      expect((await read(contract, id)).status).toBe(minutes === null ? "RECEIVED" : "CONFIRMED");
    });

    prove(["state.confirmation"], "required confirmation waits for the customer", async (contract) => {
      await contract.control.setTerms({ confirmationRequired: true });
      const first = await placeParcel(contract);
      const second = await placeParcel(contract);
      await contract.control.clock.advance({ days: 1 });
      expect(await read(contract, first.id)).toMatchObject({ status: "RECEIVED", confirmation: "PENDING" });
      await contract.control.setConfirmation({ id: first.id, confirmation: "CONFIRMED" });
      await contract.control.setConfirmation({ id: second.id, confirmation: "FAILED" });
      expect(await read(contract, first.id)).toMatchObject({
        status: "CONFIRMED",
        confirmation: "CONFIRMED",
      });
      const status = contract.switches.failedConfirmation === "cancel" ? "CANCELLED" : "RECEIVED";
      expect(await read(contract, second.id)).toMatchObject({ status, confirmation: "FAILED" });
    });

    prove(
      ["state.rto", "state.return"],
      "a returned parcel says how where the switch puts it",
      async (contract) => {
        await listen(contract);
        const refused = await placeParcel(contract);
        const sentBack = await placeParcel(contract);
        await contract.control.moveParcel({ id: refused.id, status: "RETURNED" });
        await contract.control.moveParcel({ id: sentBack.id, status: "DELIVERED" });
        await contract.control.moveParcel({ id: sentBack.id, status: "RETURNED" });
        const returned = (await events(contract)).filter(({ event }) => event === "order.returned");
        // Events of two parcels may overtake each other.
        const sent = [refused, sentBack].map(({ id }) => returned.find(({ data }) => data.id === id));
        expect(sent).toMatchObject([
          { data: { status: "RETURNED", rtoCharge: 350 } },
          { data: { status: "RETURNED" } },
        ]);
        const types = sent.map((event) => JSON.stringify(event?.data).match(/"type":"(\w+)"/)?.[1]);
        const absent = contract.switches.returnedTypeAt === "absent";
        expect(types).toEqual(absent ? [undefined, undefined] : ["rto", "return"]);
        expect((await read(contract, sentBack.id)).marginStatus).toBe("REVERSED");
      },
    );

    prove(
      ["cancel.before", "cancel.reason", "state.cancelled"],
      "an order that is not packed is cancelled",
      async (contract) => {
        await listen(contract);
        const { id } = await placeParcel(contract);
        const tooLong = await contract.post(`/orders/${id}/cancel`, { reason: "x".repeat(301) });
        expect(tooLong).toMatchObject({ status: 400, body: { error: { code: "validation_error" } } });
        const reply = await contract.post(`/orders/${id}/cancel`, { reason: "x".repeat(300) });
        expect(reply).toMatchObject({
          status: 200,
          body: { status: "CANCELLED", cancellationReason: "x".repeat(300) },
        });
        expect((await events(contract)).at(-1)).toMatchObject({
          event: "order.cancelled",
          data: { cancellationReason: "x".repeat(300) },
        });
        const confirmed = await placeParcel(contract);
        await contract.control.moveParcel({ id: confirmed.id, status: "CONFIRMED" });
        expect((await contract.post(`/orders/${confirmed.id}/cancel`)).status).toBe(200);
        const again = await contract.post(`/orders/${confirmed.id}/cancel`);
        expect(again.status).toBe(contract.switches.cancelTwice === "conflict" ? 409 : 200);
      },
    );

    prove(["cancel.packed"], "a parcel on its way cannot be cancelled", async (contract) => {
      const { id } = await placeParcel(contract);
      await contract.control.moveParcel({ id, status: "PROCESSING" });
      const packing = await placeParcel(contract);
      await contract.control.moveParcel({ id: packing.id, status: "PROCESSING" });
      const reply = await contract.post(`/orders/${packing.id}/cancel`);
      expect(reply.status).toBe(contract.switches.cancelDuringPacking ? 200 : 409);
      for (const status of ["SHIPPED", "DELIVERED", "RETURNED"] as const) {
        await contract.control.moveParcel({ id, status });
        expect(await contract.post(`/orders/${id}/cancel`)).toMatchObject({
          status: 409,
          body: { error: { code: "order_not_cancellable" } },
        });
      }
    });

    prove(
      ["state.awaiting", "pay.paid", "pay.low", "pay.not", "money.prepaid-waits"],
      "an order that waits for funds is paid",
      async (contract) => {
        await listen(contract);
        await contract.control.withdraw({ amount: 49_000 });
        const { id, fundsDeadline, status } = await placeParcel(contract, { paymentMode: "PREPAID" });
        expect([status, fundsDeadline]).toEqual(["AWAITING_FUNDS", "2026-11-26T09:00:00.000Z"]);
        expect(await events(contract)).toEqual([]);
        expect(await contract.post(`/orders/${id}/pay`)).toMatchObject({
          status: 422,
          body: { error: { code: "insufficient_balance" } },
        });
        expect((await read(contract, id)).status).toBe("AWAITING_FUNDS");
        await contract.control.setUndefined({ topUpPaysWaiting: false });
        await contract.control.topUp({ amount: 200 });
        const paid = await contract.post(`/orders/${id}/pay`);
        const { fundsDeadline: deadline, history } = order.parse(paid.body);
        expect([deadline, history[1]?.status]).toEqual([null, "RECEIVED"]);
      },
    );

    prove(
      ["pay.paid", "pay.not"],
      "the state after paying is a switch, and an order is paid once",
      async (contract) => {
        await listen(contract);
        await contract.control.withdraw({ amount: 50_000 });
        const { id } = await placeParcel(contract, { paymentMode: "PREPAID" });
        await contract.control.setUndefined({ topUpPaysWaiting: false });
        await contract.control.topUp({ amount: 1200 });
        expect(await contract.post(`/orders/${id}/pay`)).toMatchObject({
          status: 200,
          body: { status: contract.switches.stateAfterPay },
        });
        expect((await events(contract))[0]?.event).toBe("order.received");
        expect((await contract.control.audit()).wallets[0]?.available).toBe(0);
        expect(await contract.post(`/orders/${id}/pay`)).toMatchObject({
          status: 409,
          body: { error: { code: "order_not_payable" } },
        });
      },
    );

    prove([], "what happens at the deadline is a switch", async (contract) => {
      await contract.control.withdraw({ amount: 50_000 });
      const { id } = await placeParcel(contract, { paymentMode: "PREPAID" });
      await contract.control.clock.advance({ hours: 71, minutes: 59 });
      expect((await read(contract, id)).status).toBe("AWAITING_FUNDS");
      await contract.control.clock.advance({ minutes: 1 });
      const cancels = contract.switches.atFundsDeadline === "cancel";
      expect((await read(contract, id)).status).toBe(cancels ? "CANCELLED" : "AWAITING_FUNDS");
    });

    prove(
      ["sim.live", "sim.statuses", "mode.simulate"],
      "simulate is for the sandbox and six statuses",
      async (contract) => {
        const live = await placeParcel(contract);
        const onLive = await contract.post(`/orders/${live.id}/simulate`, { status: "SHIPPED" });
        expect(onLive).toMatchObject({ status: 422, body: { error: { code: "test_mode_only" } } });
        const statuses = [
          ["CONFIRMED"],
          ["PROCESSING"],
          ["SHIPPED"],
          ["SHIPPED", "DELIVERED"],
          ["CANCELLED"],
          ["SHIPPED", "RETURNED"],
        ];
        await contract.control.setUndefined({ autoConfirmAfterMinutes: null });
        for (const road of statuses) {
          const items = [{ variantId: sandboxId(contract, "prd_cooker") }];
          const { parcels } = created.parse(
            (await contract.place(buildOrder({ items }), { key: TEST_KEY })).body,
          );
          for (const status of road) {
            const moved = await contract.post(
              `/orders/${parcels[0]?.id}/simulate`,
              { status },
              { key: TEST_KEY },
            );
            expect(moved).toMatchObject({ status: 200, body: { status } });
          }
          for (const status of ["RECEIVED", "AWAITING_FUNDS", "LOST", undefined]) {
            const refused = await contract.post(
              `/orders/${parcels[0]?.id}/simulate`,
              { status },
              { key: TEST_KEY },
            );
            expect(refused.status).toBe(400);
          }
        }
      },
    );
  });
}
