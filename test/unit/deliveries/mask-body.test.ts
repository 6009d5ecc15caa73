import { describe, expect, it } from "vitest";
import { maskBody } from "#app/domain/deliveries/mask-body.ts";

const event = {
  id: "evt_1",
  event: "order.listed",
  mode: "live",
  createdAt: "2026-11-21T09:00:00Z",
  data: {
    id: "ord_1",
    externalOrderId: "71-15",
    externalOrderName: "#1042",
    status: "SHIPPED",
    codAmount: 1800,
    customer: {
      name: "AYESHA",
      phone: "+923001234567",
      address: "House 7, Street 9",
      city: "Lahore",
      id: "c 1",
    },
    tracking: { number: "TCS123", courier: "TCS", url: "https://tcs.example/Ayesha" },
    items: [{ variantId: "var_1", title: "Ayesha's bag" }],
    notes: "Ring Ayesha twice",
    history: [{ status: "SHIPPED", at: "2026-11-21T08:00:00Z", note: "given to Bilal" }],
    contact: 923001234567,
  },
};

describe("maskBody", () => {
  it("keeps ids, states, times and amounts", () => {
    const shown = JSON.parse(maskBody(JSON.stringify(event)));
    expect(shown).toMatchObject({
      ...{ id: "evt_1", event: "order.listed", mode: "live", createdAt: "2026-11-21T09:00:00Z" },
      data: {
        ...{ id: "ord_1", externalOrderId: "71-15", externalOrderName: "#1042", status: "SHIPPED" },
        ...{ codAmount: 1800, tracking: { courier: "TCS" }, items: [{ variantId: "var_1" }] },
        history: [{ status: "SHIPPED", at: "2026-11-21T08:00:00Z" }],
      },
    });
  });

  it("covers every word that may be about a person, wherever it stands", () => {
    const shown = maskBody(JSON.stringify(event));
    for (const word of ["AYESHA", "Ayesha", "3001234567", "House 7", "Lahore", "Bilal", "c 1"]) {
      expect(shown).not.toContain(word);
    }
    expect(JSON.parse(shown).data.customer).toEqual({
      ...{ name: "•••", phone: "•••", address: "•••", city: "•••", id: "•••" },
    });
  });

  it("shows ids beyond 2^53 exactly", () => {
    expect(maskBody('{"id":820982911946154508}')).toContain("820982911946154508");
  });

  it("covers what is no JSON as a whole", () => {
    expect(maskBody("name=Ayesha")).toBe("•••");
  });
});
