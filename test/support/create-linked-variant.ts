import type { Prisma, PrismaClient } from "@prisma/client";
import { rupees } from "#app/domain/money/rupees.ts";
import type { ShopId, StockedItemId, VariantGid } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

type VariantLinkInput = Omit<Prisma.VariantLinkUncheckedCreateInput, "id" | "shopId"> & {
  readonly shopId: ShopId;
  readonly mode: Mode;
  readonly variantGid: VariantGid;
};

type ComponentInput = Pick<
  Prisma.StockedComponentUncheckedCreateInput,
  "supplierProductId" | "supplierVariantId" | "position" | "quantity"
>;

/** A variant that a person linked with one of the service's, in its three tables: it costs 1,000. */
export async function createLinkedVariant(
  db: PrismaClient,
  { shopId, mode, variantGid, ...link }: VariantLinkInput,
  component: ComponentInput,
): Promise<{ readonly id: StockedItemId }> {
  const prices = { wholesalePkr: rupees(1000), minResalePkr: rupees(1200) };
  return db.stockedItem.create({
    data: {
      ...{ shopId, mode, variantGid },
      components: { create: { mode, ...prices, ...component } },
      link: { create: link },
    },
  });
}
