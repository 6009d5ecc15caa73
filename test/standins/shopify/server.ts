import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadAdminSchema, prefetchAdminSchema } from "#test/support/admin-schema.ts";
import { createClock } from "./clock.ts";
import { createControl, type ShopifyControl } from "./control/control.ts";
import { createFaults } from "./faults.ts";
import { answer } from "./http.ts";
import { createIds } from "./ids.ts";
import type { ShopifyStandinOptions } from "./options.ts";
import { createRuleSwitches } from "./rules.ts";
import { createScheduler } from "./scheduler.ts";
import { createShop } from "./shops.ts";
import { createTokenStore } from "./tokens.ts";
import { createWebhookSender } from "./webhooks/sender.ts";
import type { World } from "./world.ts";

export type ShopifyStandin = {
  /** Receives what is meant for https://{shop}.myshopify.com, the shop's host in X-Forwarded-Host. */
  readonly url: string;
  /** POST {controlUrl}/{name} with a JSON body runs a control from another process. */
  readonly controlUrl: string;
  readonly control: ShopifyControl;
  close(): Promise<void>;
};

/**
 * Starts a Shopify that executes GraphQL against the real Admin schema, keeps state per shop and sends webhooks.
 * Shops named in the options exist at once and have the app installed; `control.createShop` makes more.
 */
export async function startShopifyStandin(options: ShopifyStandinOptions): Promise<ShopifyStandin> {
  await prefetchAdminSchema();
  const world = createWorld(options);
  for (const domain of options.shops ?? []) createShop(world, { domain });
  const { control, functions } = createControl(world);
  const server = createServer((request, response) => {
    answer(world, functions, request, response).catch((error) => {
      world.failures.push(error);
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ errors: "The stand-in failed", message: String(error) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${portOf(server.address())}`;
  world.url = url;
  return {
    url,
    controlUrl: `${url}/__control`,
    control,
    async close() {
      world.scheduler.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function createWorld(options: ShopifyStandinOptions): World {
  const clock = createClock();
  const failures: unknown[] = [];
  const scheduler = createScheduler(clock, (error) => failures.push(error));
  const rules = createRuleSwitches(options.rulesOff);
  const faults = createFaults();
  const secrets = { signing: options.apiSecret, accepted: [options.apiSecret] };
  return {
    options,
    secrets,
    schema: loadAdminSchema(),
    clock,
    scheduler,
    ids: createIds(),
    rules,
    faults,
    tokens: createTokenStore(clock, rules),
    webhooks: createWebhookSender({ options, secrets, clock, scheduler, faults }),
    shops: new Map(),
    requests: [],
    failures,
    url: "",
    routingDelayMs: options.routingDelayMs ?? 50,
    searchLagMs: 0,
  };
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
