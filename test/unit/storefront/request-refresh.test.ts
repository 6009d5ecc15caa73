import { describe, expect, it } from "vitest";
import { createRefreshRequests } from "#app/domain/storefront/request-refresh.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import type { ShopWork, WorkRequest } from "#app/platform/queue/work-kinds.ts";
import { asId } from "#test/support/as-id.ts";

const shopId = asId<WorkRequest["shopId"]>("shop");
const refresh = (parcelId: string): ShopWork => ({
  kind: "parcel.refresh",
  subject: { parcelId: asId<ParcelId>(parcelId) },
});

function open() {
  const time = { now: 0 };
  const woken: WorkRequest[] = [];
  let failures = 0;
  const request = createRefreshRequests({
    clock: { now: () => new Date(time.now) },
    wake: async (work) => {
      if (failures-- > 0) throw new Error("The database is away");
      woken.push(...work);
    },
  });
  const failOnce = () => {
    failures = 1;
  };
  return { request, time, woken, failOnce };
}

describe("a look at an order", () => {
  it("asks for its parcels once in ten minutes, and for each of them", async () => {
    const { request, time, woken } = open();
    await request(shopId, [refresh("one")]);
    await request(shopId, [refresh("one"), refresh("two")]);
    time.now = 10 * 60_000 - 1;
    await request(shopId, [refresh("one")]);
    expect(woken).toEqual([
      { ...refresh("one"), shopId },
      { ...refresh("two"), shopId },
    ]);
    time.now += 1;
    await request(shopId, [refresh("one")]);
    expect(woken).toHaveLength(3);
  });

  it("asks again where the request could not be written", async () => {
    const { request, woken, failOnce } = open();
    failOnce();
    await expect(request(shopId, [refresh("one")])).rejects.toThrow("away");
    await request(shopId, [refresh("one")]);
    expect(woken).toHaveLength(1);
  });

  it("always asks for what its customer did", async () => {
    const { request, woken } = open();
    const work: ShopWork = { kind: "order.reconcile", subject: { orderGid: asId("gid://shopify/Order/1") } };
    await request(shopId, [work]);
    await request(shopId, [work]);
    expect(woken).toHaveLength(2);
  });
});
