import { DEMO_API_KEY, DEMO_API_SECRET, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import type { AppSubscription, ShopifyStandinOptions } from "#test/standins/shopify/options.ts";
import { type ShopifyStandin, startShopifyStandin } from "#test/standins/shopify/server.ts";
import { serveBodies } from "#test/support/serve-bodies.ts";

type GraphqlAnswer = {
  data: Record<string, Fields> | null;
  errors?: Array<{
    message: string;
    path?: string[];
    locations?: unknown[];
    extensions: Record<string, unknown>;
  }>;
  extensions?: {
    cost: {
      requestedQueryCost: number;
      actualQueryCost: number | null;
      throttleStatus: Record<string, number>;
    };
  };
};

/** A JSON answer, read by the path a test expects. */
export type Fields = { readonly [key: string]: Fields };

export type Received = { topic: string; headers: Record<string, string>; body: string };

export type Harness = {
  readonly standin: ShopifyStandin;
  readonly control: ShopifyStandin["control"];
  readonly shop: string;
  readonly appUrl: string;
  readonly received: Received[];
  answerWith(status: number): void;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  token(): Promise<string>;
  graphql(
    query: string,
    variables?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<GraphqlAnswer>;
  close(): Promise<void>;
};

/** Starts a stand-in with a receiver of its webhooks, and speaks to it over HTTP as the app would. */
export async function startHarness(
  options: Partial<ShopifyStandinOptions> & { topics?: readonly string[] } = {},
): Promise<Harness> {
  const received: Received[] = [];
  const receiver = { status: 200 };
  const server = serveBodies((bytes, request, response) => {
    const body = bytes.toString("utf8");
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ topic: headers["x-shopify-topic"] ?? "", headers, body });
    response.writeHead(receiver.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const appUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const subscriptions: AppSubscription[] = (options.topics ?? []).map((topic) => ({
    topic,
    uri: "/webhooks/shopify",
  }));
  const standin = await startShopifyStandin({
    apiKey: DEMO_API_KEY,
    apiSecret: DEMO_API_SECRET,
    appUrl,
    shops: [DEMO_SHOP],
    routingDelayMs: 0,
    subscriptions,
    ...options,
  });
  const shop = options.shops?.[0] ?? DEMO_SHOP;
  const post: Harness["post"] = (path, body, headers = {}) =>
    fetch(`${standin.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-host": shop, ...headers },
      body: JSON.stringify(body),
    });
  let accessToken: string | undefined;
  const token = async () => {
    accessToken ??= await exchange(post, standin.control.sessionToken({ shop }));
    return accessToken;
  };
  return {
    standin,
    control: standin.control,
    shop,
    appUrl,
    received,
    answerWith: (status) => {
      receiver.status = status;
    },
    post,
    token,
    async graphql(query, variables = {}, headers = {}) {
      const answer = await post(
        "/admin/api/2026-10/graphql.json",
        { query, variables },
        { "x-shopify-access-token": await token(), ...headers },
      );
      return parseAnswer(await answer.text());
    },
    async close() {
      await standin.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export function exchangeBody(subjectToken: string, kind: "offline" | "online" = "offline") {
  return {
    client_id: DEMO_API_KEY,
    client_secret: DEMO_API_SECRET,
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: subjectToken,
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    requested_token_type: `urn:shopify:params:oauth:token-type:${kind}-access-token`,
    expiring: "1",
  };
}

async function exchange(post: Harness["post"], subjectToken: string): Promise<string> {
  const answer = await post("/admin/oauth/access_token", exchangeBody(subjectToken));
  const body: unknown = await answer.json();
  return String(Reflect.get(Object(body), "access_token"));
}

function parseAnswer(text: string): GraphqlAnswer {
  return JSON.parse(text);
}
