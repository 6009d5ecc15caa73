import { z } from "zod";
import type { SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import { type SendRequest, segment } from "./request.ts";
import { flag, identifier, lenient, type Page, pageOf, supplierProductId, text, withRaw } from "./schema.ts";

/** Section Import. `variants` has no shape in the document and is kept as it comes. */
const importSchema = withRaw(
  z.object({
    id: identifier,
    productId: supplierProductId,
    externalProductId: text,
    /** ok · failed · removed */
    syncStatus: text,
    available: flag,
    variants: lenient(z.array(z.unknown())),
  }),
);

export type SupplierImport = z.infer<typeof importSchema>;

export type ImportRequest = {
  readonly productId: SupplierProductId;
  readonly externalProductId?: string;
  readonly customTitle?: string;
  /** Rupees. */
  readonly resalePrice?: number;
  readonly variants?: readonly {
    readonly variantId: SupplierVariantId;
    readonly externalVariantId: string;
    readonly externalSku?: string;
  }[];
};

export type ImportFilter = { readonly status?: string; readonly limit?: number; readonly cursor?: string };

export type SyncResult = { readonly status: "ok" } | { readonly status: "failed"; readonly error: string };

/** Calls about imported products and their map. They throw SupplierError. */
export function importCalls(request: SendRequest) {
  return {
    /** Imports up to 50 products and maps their variants; importing again updates the mapping, so it may be repeated. */
    async importProducts(products: readonly ImportRequest[]): Promise<readonly SupplierImport[]> {
      const spec = {
        method: "POST",
        route: "/imports",
        path: "/imports",
        effect: "write",
        retry: "safe",
      } as const;
      const body = JSON.stringify({ products });
      return (await request({ ...spec, body, schema: pageOf(importSchema) })).value.data;
    },

    async listImports(filter: ImportFilter = {}): Promise<Page<SupplierImport>> {
      const spec = {
        method: "GET",
        route: "/imports",
        path: "/imports",
        effect: "read",
        retry: "safe",
      } as const;
      return (await request({ ...spec, query: filter, schema: pageOf(importSchema) })).value;
    },

    /** Stops syncing a product. Throws `not_found` when it is already gone. */
    async deleteImport(importId: string): Promise<void> {
      const path = `/imports/${segment(importId)}`;
      const spec = {
        method: "DELETE",
        route: "/imports/{id}",
        path,
        effect: "write",
        retry: "never",
      } as const;
      await request({ ...spec, schema: z.unknown() });
    },

    /** Tells the service whether its last change reached the shop. */
    async reportSyncResult(importId: string, result: SyncResult): Promise<void> {
      await request({
        method: "POST",
        route: "/imports/{id}/sync-result",
        path: `/imports/${segment(importId)}/sync-result`,
        body: JSON.stringify(result),
        effect: "write",
        retry: "safe",
        schema: z.unknown(),
      });
    },
  };
}
