import { describe, expect } from "vitest";
import { buildCustomer, buildOrder, detailsOf, placeOrder, placeParcel, sandboxId } from "../builders.ts";
import { type Contract, type Prove, TEST_KEY } from "../contract.ts";
import { created, dataOf, errorBody, inventoryItem, quote, tracking } from "../shapes.ts";

async function refusalOf(contract: Contract, body: unknown): Promise<[number, string]> {
  const reply = await contract.place(body);
  return [reply.status, reply.status === 201 ? "accepted" : errorBody.parse(reply.body).error.code];
}

const INVALID = [400, "validation_error"] as const;

export function describeOrderRequests(prove: Prove): void {
  describe("order requests", () => {
    prove(["res.created", "res.order", "state.received"], "an order is accepted", async (contract) => {
      const reply = await contract.place(buildOrder({ externalOrderName: "#1001" }));
      expect(reply.status).toBe(201);
      const order = created.parse(reply.body);
      expect(order.parcels).toHaveLength(1);
      expect(order.parcels[0]).toMatchObject({ externalOrderName: "#1001", parcel: { part: 1, of: 1 } });
    });

    prove(["req.required", "req.customer"], "each required field is required", async (contract) => {
      for (const field of ["externalOrderId", "paymentMode", "customer", "items"]) {
        const body = Object.fromEntries(Object.entries(buildOrder()).filter(([name]) => name !== field));
        expect([field, await refusalOf(contract, body)]).toEqual([field, INVALID]);
      }
      for (const field of ["name", "phone", "address", "city"]) {
        for (const value of [undefined, null, "", "  ", 7]) {
          const customer = buildCustomer({ [field]: value });
          expect([field, value, await refusalOf(contract, buildOrder({ customer }))]).toEqual([
            field,
            value,
            INVALID,
          ]);
        }
      }
      const full = buildCustomer({ province: "Punjab", postalCode: "54000" });
      expect(await refusalOf(contract, buildOrder({ customer: full }))).toEqual([201, "accepted"]);
    });

    prove(["req.external-id", "req.notes"], "texts have their bounds", async (contract) => {
      for (const [field, bound] of [
        ["externalOrderId", 100],
        ["notes", 500],
      ] as const) {
        const text = "x".repeat(bound);
        expect(await refusalOf(contract, buildOrder({ [field]: text }))).toEqual([201, "accepted"]);
        expect(await refusalOf(contract, buildOrder({ [field]: `${text}x` }))).toEqual(INVALID);
      }
    });

    prove(
      ["req.items", "req.quantity", "req.price"],
      "items, quantities and prices have their bounds",
      async (contract) => {
        const many = (count: number) => buildOrder({ items: Array(count).fill({}) });
        expect(await refusalOf(contract, many(50))).toEqual([201, "accepted"]);
        expect(await refusalOf(contract, many(51))).toEqual(INVALID);
        expect(await refusalOf(contract, many(0))).toEqual(INVALID);
        for (const quantity of [0, 101, 1.5, -1]) {
          expect(await refusalOf(contract, buildOrder({ items: [{ quantity }] }))).toEqual(INVALID);
        }
        expect(await refusalOf(contract, buildOrder({ items: [{ quantity: 100 }] }))).toEqual([
          201,
          "accepted",
        ]);
        for (const resalePrice of [1600.5, "1600", null, undefined]) {
          const body = buildOrder();
          const items = body.items.map((item) => ({ ...item, resalePrice }));
          expect(await refusalOf(contract, { ...body, items })).toEqual(INVALID);
        }
        expect(await refusalOf(contract, buildOrder({ shippingCharged: 0.5 }))).toEqual(INVALID);
        expect(await refusalOf(contract, buildOrder({ paymentMode: "cod" }))).toEqual(INVALID);
      },
    );

    prove(["req.shipping-default"], "no shipping is charged when none is named", async (contract) => {
      const parcel = await placeParcel(contract, { shippingCharged: undefined });
      expect(parcel).toMatchObject({ shippingCharged: 0, codAmount: 1600 });
    });

    prove(
      ["req.sender", "res.tracking-sender"],
      "the sender's name is the order's or the brand's",
      async (contract) => {
        const own = await placeParcel(contract, { senderName: "Ayesha's Shop" });
        const brand = await placeParcel(contract);
        const senderOf = async (id: string) =>
          (await contract.get(`/orders/${id}/tracking`, tracking)).sender;
        expect(await senderOf(own.id)).toBe("Ayesha's Shop");
        expect(await senderOf(brand.id)).toBe("Karwan Demo Store");
      },
    );

    prove(
      ["req.variant", "req.variant-unknown", "req.variant-unmapped"],
      "an item must name a variant we know",
      async (contract) => {
        const nameless = { ...buildOrder(), items: [{ quantity: 1, resalePrice: 1600 }] };
        expect(await refusalOf(contract, nameless)).toEqual(INVALID);
        expect(await refusalOf(contract, buildOrder({ items: [{ variantId: "nothing" }] }))).toEqual([
          404,
          "variant_not_found",
        ]);
        expect(await refusalOf(contract, buildOrder({ items: [{ externalVariantId: "v" }] }))).toEqual([
          404,
          "variant_not_mapped",
        ]);
        await contract.control.removeProduct({ productId: "prd_cooker" });
        expect(await refusalOf(contract, buildOrder())).toEqual([404, "variant_not_found"]);
      },
    );
  });

  describe("shipping quotes", () => {
    prove(
      ["quote.get", "res.quote", "res.quote-reserve"],
      "a basket of two stores is quoted",
      async (contract) => {
        const items = [
          { variantId: "prd_earbuds", quantity: 1 },
          { variantId: "prd_speaker", quantity: 1 },
        ];
        const isFeeSaid = contract.switches.feeSaid === "full";
        const reply = await contract.post("/shipping/quote", { city: "Multan", items });
        expect(quote.parse(reply.body)).toMatchObject({
          city: "Multan",
          shippingCost: 400,
          returnShippingCost: 300,
          rtoReserve: 700,
          ...(isFeeSaid ? { platformFeePercent: 10, platformFeeBasis: "margin" } : {}),
        });
        expect("platformFeePercent" in quote.parse(reply.body)).toBe(isFeeSaid);
      },
    );

    prove(["quote.errors"], "a bad quote is refused", async ({ post }) => {
      const good = { city: "Lahore", items: [{ variantId: "prd_cooker", quantity: 1 }] };
      const bad = [
        { ...good, city: "" },
        { ...good, items: [] },
        { ...good, items: [{ variantId: "prd_cooker", quantity: 0 }] },
      ];
      for (const body of bad) expect((await post("/shipping/quote", body)).status).toBe(400);
      const unknown = await post("/shipping/quote", {
        ...good,
        items: [{ variantId: "nothing", quantity: 1 }],
      });
      expect(unknown).toMatchObject({ status: 404, body: { error: { code: "variant_not_found" } } });
      const unmapped = await post("/shipping/quote", {
        ...good,
        items: [{ externalVariantId: "v", quantity: 1 }],
      });
      expect(unmapped).toMatchObject({ status: 404, body: { error: { code: "variant_not_mapped" } } });
    });
  });

  describe("order refusals", () => {
    prove(["ref.price"], "a price under the minimum is refused", async (contract) => {
      const reply = await contract.place(
        buildOrder({ items: [{ resalePrice: 1200 }, { resalePrice: 1199 }] }),
      );
      expect(reply).toMatchObject({ status: 422, body: { error: { code: "price_below_minimum" } } });
      if (contract.switches.errorDetailsKey !== "absent") {
        expect(detailsOf(contract, reply)).toEqual([{ index: 1, resalePrice: 1199, minResalePrice: 1200 }]);
      }
    });

    prove(["ref.cost"], "the COD amount must cover its cost, to the rupee", async (contract) => {
      await contract.control.setPrice({ variantId: "prd_cooker", minResalePrice: 900 });
      const at = (resalePrice: number) => buildOrder({ shippingCharged: 0, items: [{ resalePrice }] });
      expect(await refusalOf(contract, at(1199))).toEqual([422, "cod_below_cost"]);
      expect(await refusalOf(contract, at(1200))).toEqual([201, "accepted"]);
    });

    prove(["ref.stock"], "stock is judged over all lines of a variant", async (contract) => {
      await contract.control.setStock({ variantId: "prd_cooker", stock: 5 });
      const reply = await contract.place(buildOrder({ items: [{ quantity: 3 }, { quantity: 3 }] }));
      expect(reply).toMatchObject({ status: 422, body: { error: { code: "out_of_stock" } } });
      if (contract.switches.errorDetailsKey !== "absent") {
        expect(detailsOf(contract, reply)).toMatchObject([{ available: 5 }, { available: 5 }]);
      }
      expect(await refusalOf(contract, buildOrder({ items: [{ quantity: 3 }, { quantity: 2 }] }))).toEqual([
        201,
        "accepted",
      ]);
      expect(await refusalOf(contract, buildOrder())).toEqual([422, "out_of_stock"]);
    });

    prove(
      ["ref.duplicate", "ref.duplicate-account"],
      "an external id is used up for ever",
      async (contract) => {
        const { control } = contract;
        const first = await placeOrder(contract, { externalOrderId: "once" });
        await control.addKey({ id: "lk_other", secret: "s", mode: "live", integrationId: "int_other" });
        await control.moveParcel({ externalOrderId: "once", status: "CANCELLED" });
        await control.clock.advance({ days: 400 });
        for (const key of ["lk_demo:live-demo-secret", "lk_other:s"]) {
          const reply = await contract.place(buildOrder({ externalOrderId: "once" }), { key });
          expect(reply).toMatchObject({ status: 409, body: { error: { code: "duplicate_order" } } });
          if (contract.switches.errorDetailsKey !== "absent") {
            expect(detailsOf(contract, reply)).toEqual({ id: first.id });
          }
        }
      },
    );

    prove(
      ["ref.balance", "ref.nothing"],
      "a wallet too low for the reserve refuses and changes nothing",
      async (contract) => {
        await contract.control.withdraw({ amount: 49_651 });
        const before = await contract.control.audit();
        expect(await refusalOf(contract, buildOrder())).toEqual([422, "insufficient_balance"]);
        const after = await contract.control.audit();
        expect([after.orders, after.wallets]).toEqual([before.orders, before.wallets]);
        const stock = await contract.send("GET", "/inventory?ids=prd_cooker");
        expect(dataOf(inventoryItem).parse(stock.body).data[0]?.stock).toBe(500);
        await contract.control.topUp({ amount: 1 });
        expect(await refusalOf(contract, buildOrder())).toEqual([201, "accepted"]);
      },
    );

    prove(["ref.deposit", "ref.prepaid"], "deposit and prepaid can be in the way", async (contract) => {
      await contract.control.setAccount({ deposit: 1999 });
      expect(await refusalOf(contract, buildOrder())).toEqual([422, "deposit_required"]);
      await contract.control.setAccount({ deposit: 2000 });
      await contract.control.setTerms({ allowPrepaid: false });
      expect(await refusalOf(contract, buildOrder({ paymentMode: "PREPAID" }))).toEqual([
        422,
        "prepaid_disabled",
      ]);
      expect(await refusalOf(contract, buildOrder())).toEqual([201, "accepted"]);
    });

    prove(
      ["ref.blocked"],
      "a phone that refused twice is blocked, however it is written",
      async (contract) => {
        for (let refusals = 0; refusals < 2; refusals += 1) {
          const parcel = await placeParcel(contract);
          await contract.control.moveParcel({ id: parcel.id, status: "RETURNED", type: "rto" });
        }
        const customer = buildCustomer({ phone: "0300 1234567" });
        expect(await refusalOf(contract, buildOrder({ customer }))).toEqual([422, "customer_blocked"]);
        const other = buildCustomer({ phone: "+923007654321" });
        expect(await refusalOf(contract, buildOrder({ customer: other }))).toEqual([201, "accepted"]);
      },
    );

    prove(["ref.cap", "limit.tiers"], "the tier caps the orders of a UTC day", async (contract) => {
      const { control } = contract;
      for (let n = 0; n < 20; n += 1)
        expect(await refusalOf(contract, buildOrder())).toEqual([201, "accepted"]);
      expect(await refusalOf(contract, buildOrder())).toEqual([429, "daily_cap_reached"]);
      await control.setAccount({ tier: 2 });
      expect(await refusalOf(contract, buildOrder())).toEqual([201, "accepted"]);
      await control.setAccount({ tier: 1 });
      await control.clock.set({ at: "2026-11-24T00:00:01.000Z" });
      expect(await refusalOf(contract, buildOrder())).toEqual([201, "accepted"]);
      const variantId = sandboxId(contract, "prd_cooker");
      expect((await contract.place(buildOrder({ items: [{ variantId }] }), { key: TEST_KEY })).status).toBe(
        201,
      );
    });
  });
}
