import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createMerchant, waitForOrder } from "./merchant.ts";
import type { Stage } from "./scene.ts";
import { allowPublishing, connectShop, findInCatalog, importProducts, switchOn } from "./set-up-shop.ts";
import { getVariant } from "./shop-products.ts";

const sandboxShop = "karwan-sandbox.myshopify.com";

const cooker = "Pressure Cooker Gasket Set";

const orderPage = z.object({ parcels: z.array(z.object({ id: z.string(), status: z.string() })) });

/** A second shop, a development store with a test key: the same order, moved by the buttons of test mode. */
export async function playSandbox({ world, say }: Omit<Stage, "merchant">): Promise<void> {
  const secret = randomUUID();
  await world.supplier.control.addAccount({ id: "rsl_sandbox", brandName: "Karwan Sandbox" });
  await world.supplier.control.addKey({
    id: "test_sandbox",
    secret,
    mode: "test",
    accountId: "rsl_sandbox",
    integrationId: "int_sandbox",
  });
  world.shopify.control.createShop({ domain: sandboxShop, plan: { partnerDevelopment: true } });
  const merchant = createMerchant(world, sandboxShop);
  await connectShop(merchant, `test_sandbox:${secret}`);
  await importProducts(merchant, [await findInCatalog(merchant, cooker)]);
  await allowPublishing(merchant);
  await switchOn(merchant);
  const order = world.shopify.control.placeOrder({
    shop: sandboxShop,
    lines: [{ variantId: getVariant(world, sandboxShop, cooker), quantity: 1 }],
    payment: "cod",
    shipping: 200,
  });
  const { id } = await waitForOrder(merchant, order.name, ["placed"]);
  for (const status of ["CONFIRMED", "PROCESSING", "SHIPPED", "DELIVERED"]) {
    const page = await merchant.read("order", `/orders/${id}`, orderPage);
    const parcelId = page.parcels[0]?.id ?? "";
    if (page.parcels[0]?.status === status) continue;
    await merchant.press("order", `/orders/${id}`, { intent: "simulate", parcelId, status });
  }
  await waitForOrder(merchant, order.name, ["delivered"]);
  say(`${order.name} of the test shop was placed and delivered in the sandbox`);
}
