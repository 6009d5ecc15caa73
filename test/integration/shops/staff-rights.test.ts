import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkStaffRight, grantRight } from "#app/domain/shops/staff.server.ts";
import type { StaffRight } from "#app/domain/shops/staff-rights.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";

let database: TestDatabase;
let harness: ShopHarness;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: "http://127.0.0.1:1/v1" });
});
afterAll(() => database.drop());

const person = { userId: "2", accountOwner: false, collaborator: false, name: "Sana" };

async function shopWithStaff(rights: readonly StaffRight[], collaborator = false) {
  const shop = await harness.createShop();
  const row = { userId: person.userId, collaborator, rights: [...rights], seenAt: new Date() };
  await database.prisma.staffMember.create({ data: { shopId: shop.id, ...row } });
  const ctx = await harness.contextOf(shop.id);
  const change = (right: StaffRight, change: "grant" | "take") =>
    grantRight(ctx, { userId: person.userId, right, change, by: "1" });
  const rightsNow = async () =>
    (await database.prisma.staffMember.findFirstOrThrow({ where: { shopId: shop.id } })).rights;
  return { shop, ctx, change, rightsNow };
}

describe("a staff member's rights", () => {
  it("that are taken stay taken, however many others are granted at the same moment", async () => {
    const wrong: (readonly string[])[] = [];
    for (let race = 0; race < 40; race += 1) {
      const staff = await shopWithStaff(["pay"]);
      await Promise.all([
        staff.change("keys", "grant"),
        staff.change("pay", "take"),
        staff.change("routing", "grant"),
      ]);
      const rights = (await staff.rightsNow()).toSorted();
      if (rights.join() !== "keys,routing") wrong.push(rights);
    }
    expect(wrong).toEqual([]);
  });

  it("are held once each, and each change is told with who made it", async () => {
    const staff = await shopWithStaff([]);
    await staff.change("pay", "grant");
    await staff.change("pay", "grant");
    expect(await staff.rightsNow()).toEqual(["pay"]);
    expect(await checkStaffRight(staff.ctx, person, "pay")).toBe("allowed");
    await staff.change("pay", "take");
    expect(await checkStaffRight(staff.ctx, person, "pay")).toBe("not_granted");
    const facts = await database.prisma.timelineEntry.findMany({
      where: { shopId: staff.shop.id },
      orderBy: { id: "asc" },
    });
    const recorded = { by: "1", actor: "person", params: { right: "pay", userId: "2" } };
    expect(facts).toMatchObject([
      { code: "right_granted", ...recorded },
      { code: "right_granted", ...recorded },
      { code: "right_taken", ...recorded },
    ]);
  });

  it("do not let a collaborator pay, nor somebody nobody knows", async () => {
    const staff = await shopWithStaff([], true);
    expect(await staff.change("pay", "grant")).toBe(false);
    expect(await staff.rightsNow()).toEqual([]);
    expect(await grantRight(staff.ctx, { userId: "99", right: "keys", change: "grant", by: "1" })).toBe(
      false,
    );
    expect(await database.prisma.timelineEntry.count({ where: { shopId: staff.shop.id } })).toBe(0);
  });
});
