import { loadAdminSchema } from "#test/support/admin-schema.ts";
import type { DrillStage } from "../core/stage.ts";

/** Remembers what was asked of both sides so far; asked later, tells every change that was asked of either since. */
export async function watchChanges({ world: { shopify, supplier } }: DrillStage) {
  const mutations = Object.keys(loadAdminSchema().getMutationType()?.getFields() ?? {});
  const knownToShopify = shopify.control.requests().length;
  const knownToService = (await supplier.control.requests()).length;
  return async (): Promise<string[]> => {
    const inShopify = shopify.control
      .requests()
      .slice(knownToShopify)
      .flatMap(({ fields }) => fields.filter((field) => mutations.includes(field)));
    const atService = (await supplier.control.requests())
      .slice(knownToService)
      .filter(({ method, path }) => method !== "GET" && path !== "/shipping/quote")
      .map(({ method, path, replayed }) => `${method} ${path}${replayed ? ", replayed" : ""}`);
    return [...inShopify, ...atService];
  };
}
