import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HoldGround, openHoldGround } from "./hold-ground.ts";

let ground: HoldGround;

beforeAll(async () => {
  ground = await openHoldGround();
});
afterAll(() => ground?.close());

const called = (phone: string) => ({
  customer: { firstName: "Ayesha", lastName: "Example", phone },
  shippingAddress: { phone },
});

describe("an order held for its customer is placed once the customer is right", () => {
  it("phone_invalid: by the number that was meant, one press away", async () => {
    const order = ground.buy(called("0923001234511"));
    await ground.open(order);
    await ground.sees("is not a Pakistani number");
    await ground.press("Use +923001234511");
    expect(await ground.isPlaced(order)).toMatchObject({ customer: { phone: "+923001234511" } });
  });

  it("phone_foreign: by another number, refused inline while it is wrong", async () => {
    const order = ground.buy(called("+442079460958"));
    await ground.open(order);
    await ground.sees("from another country");
    await ground.press("Correct the customer");
    await ground.fill("Phone", "0300 12");
    await ground.press("Save and go on");
    await ground.sees("A mobile looks like 0300 1234567.");
    await ground.fill("Phone", "0300 1234512");
    await ground.sees("In the order: +442079460958");
    await ground.press("Save and go on");
    expect(await ground.isPlaced(order)).toMatchObject({ customer: { phone: "+923001234512" } });
  });

  it("customer_data_missing: by an address, with a landmark for the courier", async () => {
    const order = ground.buy({ shippingAddress: { address1: "", address2: null } });
    await ground.open(order);
    await ground.sees("address missing");
    await ground.press("Correct the customer");
    await ground.fill("Address", "House 7, Street 9, Block C");
    await ground.fill("Landmark (optional)", "Behind the mosque");
    await ground.press("Save and go on");
    const sent = await ground.isPlaced(order);
    expect(sent).toMatchObject({ customer: { address: "House 7, Street 9, Block C" } });
    expect(sent?.notes).toContain("Behind the mosque");
  });

  it("city_unknown: as it was written", async () => {
    const order = ground.buy({ shippingAddress: { city: "Qasba Nowhere" } });
    await ground.open(order);
    await ground.sees("City “Qasba Nowhere” is not one we know");
    await ground.press("Send as written");
    expect(await ground.isPlaced(order)).toMatchObject({ customer: { city: "Qasba Nowhere" } });
  });

  it("city_ambiguous: by a city searched for and chosen with the keyboard", async () => {
    const order = ground.buy({ shippingAddress: { city: "guj" } });
    await ground.open(order);
    await ground.sees("City “guj” can be several places");
    const field = ground.admin.app.getByRole("combobox", { name: "Another city" });
    await field.pressSequentially("Gujran");
    await ground.admin.app.getByRole("option", { name: "Gujranwala" }).waitFor();
    await field.press("ArrowDown");
    await field.press("Enter");
    await ground.press("Use this city");
    expect(await ground.isPlaced(order)).toMatchObject({ customer: { city: "Gujranwala" } });
  });

  it("customer_edit_outdated: by the one of the two that counts", async () => {
    const { control } = ground.world.shopify;
    await ground.pausePlacing();
    const order = ground.buy();
    await ground.open(order, "waiting");
    await ground.press("Correct");
    await ground.fill("Address", "House 1, Corrected Street 2");
    await ground.press("Save and go on");
    await ground.sees("Corrected by you");
    control.editAddress({ orderId: order.id, address: { address1: "House 99, Newer Street 3" } });
    await ground.press("Resume placing");
    await ground.open(order, "held");
    await ground.sees("was changed in Shopify after your correction");
    await ground.press("Keep the correction");
    expect(await ground.isPlaced(order)).toMatchObject({
      customer: { address: "House 1, Corrected Street 2" },
    });
  });

  it("already fixed: whoever presses on an old page is told who was first", async () => {
    const order = ground.buy({ shippingAddress: { city: "Qasba Elsewhere" } });
    await ground.open(order);
    await ground.sees("Qasba Elsewhere");
    const { id } = await ground.until(order, "held");
    const byStaff = ground.world.shopify.control.sessionToken({ userId: 2 });
    const url = `${ground.world.app.url}/orders/${id}?_data=routes%2Fadmin%2Forder%2Froute`;
    await ground.admin.app.locator("body").evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden" });
    });
    const answer = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${byStaff}`, "User-Agent": "Mozilla/5.0 Chrome/153.0.0.0" },
      body: new URLSearchParams({ intent: "city_as_written" }),
    });
    expect(answer.status).toBe(200);
    await ground.until(order, "placed");
    await ground.press("Send as written");
    await ground.admin.page.getByText("Already fixed by another staff member.").waitFor();
  });
});
