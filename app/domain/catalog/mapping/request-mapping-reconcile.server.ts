import type { Prisma } from "@prisma/client";
import type { ProductGid, ShopId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { Mode } from "#app/supplier/mode.ts";

type MappingsQuery = {
  readonly shopId: ShopId;
  readonly mode: Mode;
  readonly productGid?: ProductGid | { in: ProductGid[] };
  readonly writeCost?: boolean;
};

/** Has mappings carried out once more: their stock, their ids and what the service knows of them. */
export async function requestMappingReconcile(
  tx: Prisma.TransactionClient,
  which: MappingsQuery,
): Promise<void> {
  const { shopId } = which;
  const mappings = await tx.productMapping.findMany({ where: which, select: { id: true } });
  await requestReconcile(
    tx,
    mappings.map(({ id }) => ({ shopId, kind: "mapping.reconcile", subject: { mappingId: id } })),
  );
}
