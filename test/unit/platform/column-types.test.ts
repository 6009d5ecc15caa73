import type { Prisma, SupplierConnection } from "@prisma/client";
import { expectTypeOf, it } from "vitest";
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
