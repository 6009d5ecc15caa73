import { type AdminClientOptions, createAdminClient } from "#app/shopify/admin-client.server.ts";

export type Reply =
  | { readonly status?: number; readonly body?: unknown; readonly headers?: HeadersInit }
  | Error;

/** A client whose Shopify gives these replies in turn, and what it was asked and how long it slept. */
export function scriptedShopify(replies: readonly Reply[], options: Partial<AdminClientOptions> = {}) {
  const requests: { url: string; token: string | null; body: string }[] = [];
  const slept: number[] = [];
  const logged: object[] = [];
  const rest = [...replies];
  let nowMs = 0;
  const admin = createAdminClient({
    shopDomain: "karwan-demo.myshopify.com",
    getToken: async (request) => (request?.rejected === undefined ? "token-1" : "token-2"),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push({
        url: request.url,
        token: request.headers.get("x-shopify-access-token"),
        body: await request.text(),
      });
      const reply = rest.shift();
      if (reply === undefined) throw new Error("Shopify is asked more often than the script says");
      if (reply instanceof Error) throw reply;
      const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
      return new Response(text, { status: reply.status ?? 200, headers: reply.headers });
    },
    clock: { now: () => new Date(nowMs) },
    sleep: async (ms) => {
      slept.push(ms);
      nowMs += ms;
    },
    log: { info: (entry) => logged.push(entry) },
    ...options,
  });
  return { admin, requests, slept, logged };
}

export function costOf(requested: number, currentlyAvailable: number, actual: number | null = requested) {
  return {
    cost: {
      requestedQueryCost: requested,
      actualQueryCost: actual,
      throttleStatus: { maximumAvailable: 2000, currentlyAvailable, restoreRate: 100 },
    },
  };
}
