import { afterEach, describe, expect, it } from "vitest";
import { exchangeBody, type Harness, startHarness } from "./standin.ts";

let harness: Harness;
afterEach(() => harness.close());

const LONGER_THAN_A_TEST_MS = 600_000;
const lost = { kind: "lost", topic: "orders/updated" } as const;

describe("a delay", () => {
  it.each(["release", "clear"] as const)(
    "ends at a %s, before Shopify does what is asked and at its token endpoint",
    async (end) => {
      harness = await startHarness();
      await harness.token();
      const { control } = harness;
      const hang = (field: string) => ({ kind: "delay", field, delayMs: LONGER_THAN_A_TEST_MS }) as const;
      control.faults({
        requests: [hang("shop"), hang("productSet:run"), hang("oauth")],
        webhooks: [lost],
      });
      const create =
        'mutation { productSet(input: { title: "Lamp" }, synchronous: true) { product { title } } }';
      const asked = Promise.all([
        harness.graphql("{ shop { id } }"),
        harness.graphql(create),
        harness.post("/admin/oauth/access_token", exchangeBody(control.sessionToken())),
      ]);
      await expect.poll(() => control.armedFaults()).toEqual([lost]);
      control.faults({ [end]: true });
      const [shop, product, token] = await asked;
      expect(shop.data?.shop?.id).toEqual(expect.any(String));
      expect(product.data?.productSet?.product?.title).toBe("Lamp");
      expect(token.status).toBe(200);
      expect(control.armedFaults()).toEqual(end === "clear" ? [] : [lost]);
    },
  );
});
