import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createShopHarness } from "#test/support/shop-harness.ts";
import { addParcels } from "../payouts/payouts-harness.ts";
import { framed, installedShop, type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;
let names: readonly string[];

beforeAll(async () => {
  pages = await startPages();
  const shopId = await installedShop(pages);
  const shop = createShopHarness({ db: pages.database.prisma, serviceBaseUrl: "http://localhost:1" });
  const undated = { marginReleaseAt: null };
  const added = await addParcels(shop, shopId, [
    undated,
    { ...undated, status: "RETURNED", returnType: "return", marginStatus: "NONE" },
    { ...undated, marginStatus: "RELEASED" },
  ]);
  names = added.map(({ name }) => name);
});
afterAll(() => pages?.close());

/** What a person reads of a page. */
async function read(path: string): Promise<string> {
  const [address = "", query = ""] = path.split("?");
  const response = await pages.open(address, {
    ...framed(pages),
    ...Object.fromEntries(new URLSearchParams(query)),
  });
  const html = await response.text();
  return html
    .replaceAll(/<script.*?<\/script>/gs, "")
    .replaceAll(/<!--.*?-->|<[^>]+>/gs, "")
    .replaceAll(/\s+/g, " ");
}

describe("parcels without a release date", () => {
  it("are waited for while their margin is pending, and told apart from those that wait no more", async () => {
    const text = await read("/payouts");
    expect(text).toContain("1 parcel, Rs 540: delivered, no release date yet.");
    expect(text).toContain("1 parcel, Rs 540: released without a date.");
    expect(text).toContain("1 parcel, Rs 540: reversed without a date. Nothing more comes of it.");
    expect(text).toContain("It is 20 days after the delivery, the supplier sets it.");
  });

  it.each([
    ["pending", 0],
    ["reversed", 1],
    ["released", 2],
  ] as const)("are listed as the note counts them: %s", async (state, at) => {
    const text = await read(`/payouts/days/undated?state=${state}`);
    expect(text).toContain("No release date");
    expect(text.includes("No release date yet")).toBe(state === "pending");
    expect(text.match(/#\d+/g)).toEqual([names[at]]);
  });
});
