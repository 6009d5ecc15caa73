import { createHash } from "node:crypto";
import { type Agent, request } from "node:http";
import { DEMO_API_SECRET } from "#test/standins/shopify/defaults.ts";
import { signProxiedQuery } from "#test/standins/shopify/storefront/forward-to-app.ts";

/** A request as Shopify passes it on. */
export type Asked = {
  /** Of the shop on whose storefront it is asked. */
  readonly shop: string;
  readonly params?: Readonly<Record<string, string>>;
  /** What is typed; without it the page is opened. */
  readonly typed?: Readonly<Record<string, string>>;
  /** Whoever asks; somebody new each time where it is left out. */
  readonly address?: string;
  /** Seconds; now, unless an old request is sent again. */
  readonly timestamp?: number;
  /** What signs it; Shopify's secret, unless it is forged. */
  readonly secret?: string;
};

export type Answer = {
  readonly status: number;
  /** Of what a stranger sees: status and body. */
  readonly digest: string;
  readonly body: string;
  readonly tookMs: number;
};

/** Sends it to the app and reads the whole answer. */
export function ask(agent: Agent, appUrl: string, asked: Asked): Promise<Answer> {
  const { shop, params = {}, typed, address = someAddress(), timestamp, secret = DEMO_API_SECRET } = asked;
  const signing = {
    shop,
    pathPrefix: "/apps/karwan",
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  };
  const url = `${appUrl}/storefront/track?${signProxiedQuery(new URLSearchParams(params), signing)}`;
  const body = typed ? Buffer.from(String(new URLSearchParams(typed))) : null;
  const headers = {
    "x-forwarded-for": address,
    ...(body && {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
    }),
  };
  return new Promise((settle, fail) => {
    const method = body ? "POST" : "GET";
    const sending = request(url, { method, agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("error", fail).once("end", () => {
        const tookMs = performance.now() - startedAt;
        const bytes = Buffer.concat(parts);
        const status = answer.statusCode ?? 0;
        const digest = createHash("sha256").update(`${status} `).update(bytes).digest("hex");
        settle({ status, digest, body: String(bytes), tookMs });
      });
    });
    const startedAt = performance.now();
    sending.once("error", fail).end(body ?? undefined);
  });
}

/** One of sixteen million. */
function someAddress(): string {
  const part = () => Math.floor(Math.random() * 250) + 1;
  return `10.${part()}.${part()}.${part()}`;
}

/** One of them, whichever. @throws Error where there is none */
export function oneOf<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("There is none");
  return item;
}
