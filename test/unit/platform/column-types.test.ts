import type { Parcel, Prisma, SupplierConnection } from "@prisma/client";
import { expectTypeOf, it } from "vitest";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { parcelCost } from "#app/domain/money/wallet-cost.ts";
import type { Mode } from "#app/supplier/mode.ts";

it("a column with a closed type is read, written and filtered by its words alone", () => {
  expectTypeOf<SupplierConnection["mode"]>().toEqualTypeOf<Mode>();
  expectTypeOf<Prisma.ListingRunUncheckedCreateInput["mode"]>().toEqualTypeOf<Mode | null | undefined>();
  expectTypeOf<{ mode: string }>().not.toExtend<Prisma.SupplierConnectionWhereInput>();
  expectTypeOf<{ mode: { in: string[] } }>().not.toExtend<Prisma.SupplierConnectionWhereInput>();
  expectTypeOf<{ mode: { not: "live" } }>().toExtend<Prisma.SupplierConnectionWhereInput>();
  expectTypeOf<{ mode: { not: "sandbox" } }>().not.toExtend<Prisma.SupplierConnectionWhereInput>();
  expectTypeOf<{ mode: "sandbox" }>().not.toExtend<Prisma.SupplierConnectionUncheckedUpdateInput>();
});

it("a column of rupees is read and written as rupees, and no other number is taken for them", () => {
  expectTypeOf<Parcel["marginPkr"]>().toEqualTypeOf<Rupees | null>();
  expectTypeOf<{ pricePkr: Rupees }>().toExtend<Prisma.ListingVariantUncheckedUpdateInput>();
  expectTypeOf<{ pricePkr: Parcel["part"] }>().not.toExtend<Prisma.ListingVariantUncheckedUpdateInput>();
  expectTypeOf<{ pricePkr: Parcel["part"] }>().not.toExtend<Prisma.ListingVariantWhereInput>();
  expectTypeOf<Pick<Parcel, "wholesalePkr" | "shippingCostPkr">>().toExtend<
    Parameters<typeof parcelCost>[0]
  >();
  expectTypeOf<{ wholesalePkr: Parcel["of"] }>().not.toExtend<Parameters<typeof parcelCost>[0]>();
});
