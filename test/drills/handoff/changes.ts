import { loadAdminSchema } from "#test/support/admin-schema.ts";
import type { DrillStage } from "../core/stage.ts";

/** Remembers a moment; asked later, tells every change that was asked of either side since. */
export function changesSince({ world }: DrillStage, since: Date): () => Promise<string[]> {
  const mutations = Object.keys(loadAdminSchema().getMutationType()?.getFields() ?? {});
  return async () => {
    const inShopify = world.shopify.control
      .requests()
      .filter(({ at }) => Date.parse(at) >= since.getTime())
      .flatMap(({ fields }) => fields.filter((field) => mutations.includes(field)));
    const atService = (await world.supplier.control.requests())
      .filter(
        ({ at, method, path }) => at >= since.getTime() && method !== "GET" && path !== "/shipping/quote",
      )
      .map(({ method, path, replayed }) => `${method} ${path}${replayed ? ", replayed" : ""}`);
    return [...inShopify, ...atService];
  };
}
