import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { newId, nextSeq } from "./ids.ts";
import { importsOf } from "./import-owners.ts";
import { pageOf } from "./pages.ts";
import { enumParam, optionalText, parseJson, parseWith, requiredText } from "./parse.ts";
import type { Answer, Call, Import, Product, World } from "./state.ts";

const importRequest = z.object({
  productId: requiredText,
  externalProductId: optionalText,
  customTitle: optionalText,
  resalePrice: z.int().min(0).optional(),
  variants: z
    .array(z.object({ variantId: requiredText, externalVariantId: requiredText, externalSku: optionalText }))
    .optional(),
});
type ImportRequest = z.infer<typeof importRequest>;
const importBatch = z.object({ products: z.array(importRequest).min(1).max(50) });
const syncResult = z.object({ status: z.enum(["ok", "failed"]), error: optionalText });

/** Imports one product or up to 50; all of them or, when one is wrong, none. */
export function postImports(world: World, call: Call): Answer {
  const body = parseJson(call.rawBody);
  const isBatch = typeof body === "object" && body !== null && "products" in body;
  const requests = isBatch ? parseWith(importBatch, body).products : [parseWith(importRequest, body)];
  const checked = requests.map((request) => ({ request, product: findImportable(world, call, request) }));
  const data = checked.map(({ request, product }) =>
    toView(world, call, saveImport(world, call, request, product)),
  );
  return { status: 201, body: { data } };
}

function findImportable(world: World, call: Call, request: ImportRequest): Product {
  const product = world.catalogs[call.mode].products.get(request.productId);
  if (product === undefined || product.removed) throw new ApiError("not_found", "No such product");
  for (const { variantId } of request.variants ?? []) {
    if (product.variants.some(({ id }) => id === variantId)) continue;
    throw new ApiError("variant_not_found", "The product has no such variant", [{ variantId }]);
  }
  return product;
}

function saveImport(world: World, call: Call, request: ImportRequest, product: Product): Import {
  const known = importsOf(world, call).find((entry) => entry.productId === product.id && !entry.deleted);
  const entry: Import = known ?? {
    seq: nextSeq(world, "import"),
    id: newId(world, "imp", call.mode),
    integrationId: call.integration.id,
    mode: call.mode,
    productId: product.id,
    externalProductId: null,
    customTitle: null,
    resalePrice: null,
    syncStatus: "ok",
    deleted: false,
    variants: [],
  };
  entry.externalProductId = request.externalProductId ?? entry.externalProductId;
  entry.customTitle = request.customTitle ?? entry.customTitle;
  entry.resalePrice = request.resalePrice ?? entry.resalePrice;
  entry.syncStatus = "ok";
  if (request.variants !== undefined) {
    entry.variants = request.variants.map((variant) => ({ externalSku: null, ...variant }));
  }
  if (known === undefined) world.imports.push(entry);
  return entry;
}

export function listImports(world: World, call: Call): Answer {
  const status = enumParam(call.query, "status", ["ok", "failed", "removed"]);
  const keepsDeleted = world.undefinedBehaviour.deletedImport === "removed";
  const rows = importsOf(world, call).filter(
    (entry) => (keepsDeleted || !entry.deleted) && (status === null || entry.syncStatus === status),
  );
  const page = pageOf("imports", rows, call.query, "ascending");
  const data = page.data.map((entry) => toView(world, call, entry));
  return { status: 200, body: { data, nextCursor: page.nextCursor } };
}

export function deleteImport(world: World, call: Call): Answer {
  const entry = getImport(world, call);
  entry.deleted = true;
  entry.syncStatus = "removed";
  return { status: 200, body: { id: entry.id, deleted: true } };
}

export function postSyncResult(world: World, call: Call): Answer {
  const entry = getImport(world, call);
  const { status } = parseWith(syncResult, parseJson(call.rawBody));
  entry.syncStatus = status;
  return { status: 200, body: toView(world, call, entry) };
}

function getImport(world: World, call: Call): Import {
  const entry = importsOf(world, call).find(({ id, deleted }) => id === call.params.id && !deleted);
  if (entry === undefined) throw new ApiError("not_found", "No such import");
  return entry;
}

function toView(world: World, call: Call, entry: Import): Record<string, unknown> {
  const product = world.catalogs[call.mode].products.get(entry.productId);
  return {
    id: entry.id,
    productId: entry.productId,
    externalProductId: entry.externalProductId,
    syncStatus: entry.syncStatus,
    available: product !== undefined && !product.removed && !entry.deleted,
    variants: toVariantViews(world, entry),
  };
}

function toVariantViews(world: World, entry: Import): unknown[] {
  switch (world.undefinedBehaviour.importVariants) {
    case "full":
      return entry.variants.map((variant) => ({ ...variant }));
    case "variant_only":
      return entry.variants.map(({ variantId }) => ({ variantId }));
    case "empty":
      return [];
  }
}
