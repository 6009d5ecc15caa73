import { randomUUID } from "node:crypto";
import type { PrismaClient, Shop } from "@prisma/client";
import { createConnectionClients, createKeyClients } from "#app/domain/context/connection-client.server.ts";
import { createShopContext, type ShopContext } from "#app/domain/context/shop-context.server.ts";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { createBulkhead } from "#app/platform/http/bulkhead.server.ts";
import type { AccountId, ShopId } from "#app/platform/ids.ts";
import type { LogEntry } from "#app/platform/observability/log.server.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { WorkRequest } from "#app/platform/queue/work-kinds.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { type CallGate, createCallGate } from "#app/supplier/call-gate.ts";

export type ShopHarnessOptions = {
  readonly db: PrismaClient;
  readonly serviceBaseUrl: string;
  readonly webhookBaseUrl?: string;
  readonly adminFor?: (shop: Shop) => AdminClient;
  /** Limits and breakers by account; one gate for all of them when left out. */
  readonly gateOf?: (accountId: AccountId) => CallGate;
};

/** What use cases stand on in a test: a real database, a clock that is set by hand, and contexts made as the app makes them. */
export function createShopHarness(options: ShopHarnessOptions) {
  const { db } = options;
  const env = readEnv({
    NODE_ENV: "test",
    SERVICE_BASE_URL: options.serviceBaseUrl,
    WEBHOOK_BASE_URL: options.webhookBaseUrl ?? "https://karwan.example",
  });
  const crypto = createCrypto(env.ENCRYPTION_KEYS, Buffer.alloc(32, 5));
  const time = { now: new Date("2026-11-21T12:00:00Z") };
  const clock = { now: () => time.now };
  const logged: LogEntry[] = [];
  const keep = (entry: LogEntry) => void logged.push(entry);
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const woken: WorkRequest[] = [];
  const gate = createCallGate();
  const gateOf = options.gateOf ?? (() => gate);
  const supplierFor = createConnectionClients({ baseUrl: env.SERVICE_BASE_URL, crypto, clock, log, gateOf });
  const bulkhead = createBulkhead();
  const openGate = () => createCallGate({ bulkhead });
  const clientOfKey = createKeyClients({ baseUrl: env.SERVICE_BASE_URL, clock, log, openGate });
  const source = {
    ...{ env, db, crypto, clock, log, supplierFor, clientOfKey },
    adminFor: options.adminFor ?? noAdmin,
    wake: async (marks: readonly WorkRequest[]) => {
      woken.push(...marks);
      await requestReconcile(db, marks);
    },
  };
  return {
    ...{ db, env, crypto, time, logged, woken },
    contextOf: (shopId: ShopId): Promise<ShopContext> => createShopContext(source, shopId),
    async createShop(overrides: Partial<Shop> = {}): Promise<Shop> {
      const domain = `shop-${randomUUID().slice(0, 8)}.myshopify.com`;
      const { grantedScopes = [], codGateways = [], seenGateways = [], salesChannels, ...facts } = overrides;
      return db.shop.create({
        data: {
          domain,
          name: "Rang",
          ...facts,
          grantedScopes,
          codGateways,
          seenGateways,
          salesChannels: salesChannels ?? undefined,
        },
      });
    },
  };
}

export type ShopHarness = ReturnType<typeof createShopHarness>;

function noAdmin(shop: Shop): AdminClient {
  return {
    shopDomain: shop.domain,
    run: async () => {
      throw new Error("This test has no Admin API");
    },
  };
}
