import type { RequestFault, WebhookFault } from "../faults.ts";
import { RULES } from "../rules.ts";
import type { World } from "../world.ts";
import { describeShop } from "./describe.ts";

/** Controls over time, faults, rules, and what the stand-in remembers. */
export function worldControls(world: World) {
  return {
    clock(
      input: {
        readonly set?: string;
        readonly freeze?: boolean;
        readonly advance?: { days?: number; hours?: number; minutes?: number; seconds?: number };
      } = {},
    ) {
      if (input.freeze) world.clock.freeze();
      if (input.set) world.clock.set(input.set);
      if (input.advance) world.clock.advance(input.advance);
      return { now: world.clock.now().toISOString() };
    },
    /** Waits until everything due has happened: routing, jobs, deliveries. */
    async settle() {
      await world.scheduler.settle();
      return { pending: world.scheduler.pending() };
    },
    faults(input: {
      readonly requests?: readonly RequestFault[];
      readonly webhooks?: readonly WebhookFault[];
      readonly clear?: boolean;
      /** What is being delayed goes on at once; what is armed stays so. */
      readonly release?: boolean;
      readonly seed?: number;
    }) {
      if (input.seed !== undefined) world.faults.seed(input.seed);
      if (input.clear) world.faults.clear();
      if (input.release) world.faults.release();
      for (const fault of input.requests ?? []) world.faults.armRequest(fault);
      for (const fault of input.webhooks ?? []) world.faults.armWebhook(fault);
      return { armed: (input.requests?.length ?? 0) + (input.webhooks?.length ?? 0) };
    },
    /** Faults that have not struck as often as they were armed for. */
    armedFaults() {
      return world.faults.list();
    },
    rules(input: { readonly set?: Readonly<Record<string, boolean>> } = {}) {
      for (const [id, on] of Object.entries(input.set ?? {})) world.rules.set(id, on);
      return RULES.map((rule) => ({ ...rule, on: world.rules.isOn(rule.id) }));
    },
    setAppUrl(input: { readonly url: string }) {
      world.webhooks.setAppUrl(input.url);
      return input;
    },
    setRoutingDelay(input: { readonly delayMs: number }) {
      world.routingDelayMs = input.delayMs;
      return input;
    },
    /** Everything Shopify holds of one shop, for comparisons. */
    state(input: { readonly shop?: string } = {}) {
      return describeShop(world, input.shop);
    },
    /** For so long Shopify's search does not find a variant that was made. */
    searchLag(input: { readonly lagMs: number }) {
      world.searchLagMs = input.lagMs;
      return input;
    },
    requests(input: { readonly clear?: boolean } = {}) {
      return input.clear ? world.requests.splice(0) : [...world.requests];
    },
    deliveries(input: { readonly topic?: string; readonly shop?: string } = {}) {
      return world.webhooks.deliveries.filter(
        ({ topic, shop }) => (!input.topic || topic === input.topic) && (!input.shop || shop === input.shop),
      );
    },
    resend(input: { readonly deliveryId: string }) {
      return world.webhooks.resend(input.deliveryId).then((status) => ({ status }));
    },
    /** Sends a body and headers exactly as given. */
    sendRaw(input: {
      readonly url: string;
      readonly headers: Record<string, string>;
      readonly body: string;
    }) {
      return world.webhooks.sendRaw(input).then((status) => ({ status }));
    },
    failures() {
      return world.failures.map(String);
    },
  };
}
