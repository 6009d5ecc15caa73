import type { App } from "#app/app.server.ts";
import { createPageCounter, type PageCounter } from "#app/domain/storefront/count-pages.server.ts";
import { createRefreshRequests, type RequestRefresh } from "#app/domain/storefront/request-refresh.ts";
import {
  createStorefrontShops,
  type FindStorefrontShop,
} from "#app/domain/storefront/storefront-shops.server.ts";

/** What the pages of customers share in a process, so that many looks at once cost little. */
export type CustomerPages = {
  readonly findShop: FindStorefrontShop;
  readonly requestRefresh: RequestRefresh;
  readonly pageCounter: PageCounter;
};

export function openCustomerPages({
  db,
  clock,
  wake,
  reportError,
}: Pick<App, "db" | "clock" | "wake" | "reportError">): CustomerPages {
  const onError = (error: unknown) => void reportError(error, { event: "pages_not_counted" });
  return {
    findShop: createStorefrontShops(db),
    requestRefresh: createRefreshRequests({ wake, clock }),
    pageCounter: createPageCounter({ db, clock, onError }),
  };
}
