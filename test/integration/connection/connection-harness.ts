import type { SupplierConnection } from "@prisma/client";
import { connectionPlace } from "#app/domain/context/connection-place.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { startSupplierStandin } from "#test/standins/supplier/server.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { createTestDatabase } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";
import { connectInput } from "./connect-input.ts";

/** Shops and a stand-in of the service, with no app around them. */
export type ConnectionHarness = Awaited<ReturnType<typeof startConnectionHarness>>;

type StandinOptions = Pick<Parameters<typeof startSupplierStandin>[0] & object, "hosts">;

export async function startConnectionHarness(options: StandinOptions = {}) {
  const database = await createTestDatabase();
  const standin = await startSupplierStandin({ tickEveryMs: 0, ...options });
  const harness = createShopHarness({ db: database.prisma, serviceBaseUrl: standin.baseUrl });
  return {
    ...{ ...harness, standin },
    ...describeConnection(harness),
    async reset() {
      await standin.control.reset();
      await database.prisma.shop.deleteMany();
      harness.time.now = new Date("2026-11-21T12:00:00Z");
    },
    async stop() {
      await standin.close();
      await database.drop();
    },
  };
}

function describeConnection({ db, crypto, createShop, contextOf }: ShopHarness) {
  const getRow = () => db.supplierConnection.findFirstOrThrow();
  return {
    getRow,
    async connectedShop(
      key = connectInput(),
    ): Promise<{ shopId: ShopId; fresh: () => Promise<ShopContext> }> {
      const shopId = (await createShop()).id;
      const fresh = () => contextOf(shopId);
      await connectSupplier(await fresh(), key);
      return { shopId, fresh };
    },
    async openCodes() {
      const rows = await db.attention.findMany({ where: { resolvedAt: null } });
      return rows.map((row) => row.code);
    },
    secretOf: (row: SupplierConnection) =>
      crypto.openText(row.webhookSecretEnc, connectionPlace(row.id, "webhook_secret_enc")),
    /** The facts of a code, oldest first. */
    factsOf: (code: FactCode) => db.timelineEntry.findMany({ where: { code }, orderBy: { id: "asc" } }),
    async ofConnection() {
      const { id: thingId } = await getRow();
      return { thing: "connection", thingId, actor: "person" };
    },
  };
}
