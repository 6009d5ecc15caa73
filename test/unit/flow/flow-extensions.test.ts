import { describe, expect, it } from "vitest";
import {
  actionHandles,
  findActionOfHandle,
  flowActions,
  flowTriggers,
  triggerHandles,
} from "#app/domain/flow/flow-names.ts";
import { isOfProduct, toFlowPayload } from "#app/domain/flow/flow-payload.ts";
import { readFlowExtensions } from "#test/support/app-configuration.ts";

const everyFigure = {
  ...{ code: "out_of_stock", part: 1, of: 2, parcels: 2, amount: 900, charge: 350 },
  ...{ from: 1000, to: 1200, variants: 3 },
};
const order = { gid: "gid://shopify/Order/4501", isTest: false };
const product = { gid: "gid://shopify/Product/7701", isTest: false };

const eventOf = (params: unknown) => ({ id: 17n, params });
const named = { "Event id": "17" };

describe("the extensions of Flow", () => {
  it("are one for each trigger and action, by its handle", async () => {
    const extensions = await readFlowExtensions();
    const handlesOf = (type: string) =>
      extensions.filter((each) => each.type === type).map(({ handle }) => handle);
    expect(handlesOf("flow_trigger").toSorted()).toEqual(Object.values(triggerHandles).toSorted());
    expect(handlesOf("flow_action").toSorted()).toEqual(Object.values(actionHandles).toSorted());
    for (const { handle } of extensions) expect(handle.length).toBeLessThanOrEqual(30);
  });

  it("declare the very fields that are sent", async () => {
    const extensions = new Map((await readFlowExtensions()).map((each) => [each.handle, each.fields]));
    for (const trigger of flowTriggers) {
      const subject = isOfProduct(trigger) ? product : order;
      const sent = Object.keys(toFlowPayload(trigger, subject, eventOf(everyFigure)));
      expect([trigger, extensions.get(triggerHandles[trigger])]).toEqual([trigger, sent]);
    }
  });

  it("ask for the order alone, at the one address that answers them", async () => {
    const actions = (await readFlowExtensions()).filter(({ type }) => type === "flow_action");
    for (const { fields, runtimeUrl } of actions)
      expect([fields, runtimeUrl]).toEqual([["order_id"], "/webhooks/shopify/flow"]);
    expect(flowActions.map((action) => findActionOfHandle(actionHandles[action]))).toEqual([...flowActions]);
    expect(findActionOfHandle("place")).toBeNull();
  });
});

describe("what Flow is sent", () => {
  it("is the order by Shopify's number, and figures", () => {
    expect(toFlowPayload("refused", order, eventOf(everyFigure))).toEqual({
      ...{ order_id: 4501, Part: 1, Parts: 2, Charge: 350, "Test order": false, ...named },
    });
    expect(toFlowPayload("held", { ...order, isTest: true }, eventOf({ code: "city_unknown" }))).toEqual({
      ...{ order_id: 4501, "Hold code": "city_unknown", "Test order": true, ...named },
    });
    expect(toFlowPayload("cost_up", product, eventOf(everyFigure))).toEqual({
      ...{ product_id: 7701, "Cost before": 1000, "Cost now": 1200, Variants: 3, ...named },
    });
  });

  it("leaves out what is not known, and whatever else a fact says", () => {
    const nothingKnown = { order_id: 4501, "Test order": false, ...named };
    const said = { city: "Lahore", courier: "TCS", number: "TCS-1" };
    expect(toFlowPayload("shipped", order, eventOf(said))).toEqual(nothingKnown);
    expect(toFlowPayload("awaiting_funds", order, eventOf(null))).toEqual(nothingKnown);
  });

  it("keeps a number exact that is too long for one", () => {
    const long = { gid: "gid://shopify/Order/9007199254740993", isTest: false };
    expect(toFlowPayload("placed", long, eventOf({}))).toMatchObject({ order_id: "9007199254740993" });
  });
});
