import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ErrorCode } from "#test/standins/supplier/api-error.ts";

/** Which side is called; `webhook`: the service's own calls of the app. */
export type Side = "shopify" | "service" | "webhook";

/** What goes wrong with a call, by its name and how often it was made: 1 is the first. */
export type CallFault = {
  readonly side: Side;
  readonly call: string;
  readonly times: readonly number[];
  readonly kind:
    | "lost_before"
    | "lost_after"
    | "failed_before"
    | "failed_after"
    | "limited"
    | "refused"
    /** For a webhook: it comes after what is told next, or never. */
    | "late"
    | "swallowed";
  /** For `refused`: the service's own word. */
  readonly code?: ErrorCode;
};

/** One request of the app, as it left, with what came back. */
export type RelayedCall = {
  readonly side: Side;
  /** Whose it is: the shop's domain, or the id of the key. */
  readonly sender: string;
  /** The operation, or method and path with `{id}` for an id. */
  readonly name: string;
  readonly isChange: boolean;
  /** The variables of an operation, or path, query and body. */
  readonly sent: string;
  /** The text of an operation; empty for the service. */
  readonly document: string;
  readonly startedAt: number;
  endedAt: number;
  answer: string;
  /** 0: the answer never arrived. */
  status: number;
};

export type RelayListener = {
  /** Before a call is sent on: what is to go wrong with it. */
  findFault(call: RelayedCall): CallFault | undefined;
  /** After it was answered. */
  take(call: RelayedCall): void;
};

export type Relay = { readonly url: string; sendTo(url: string): void; close(): Promise<void> };

/** By then the app has done what the next webhook told. */
const LATE_MS = 6000;

/** Stands between the app and one of the stand-ins: passes everything on, keeps it, and lets single calls go wrong. */
export async function startRelay(side: Side, listener: RelayListener): Promise<Relay> {
  let target = "";
  const server = createServer((request, response) => {
    void relay(side, listener, { target, request, response }).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    sendTo: (url) => {
      target = url;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type Exchange = {
  readonly target: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};

async function relay(side: Side, listener: RelayListener, exchange: Exchange): Promise<void> {
  const { target, request, response } = exchange;
  const body = await readBody(request);
  const call = describeCall(side, request, body.toString("utf8"));
  const fault = listener.findFault(call);
  if (fault?.kind === "late") await pause(LATE_MS);
  const early = fault && answerInstead(fault);
  const answer = early ?? (await sendOn(target, request, body));
  call.answer = answer.body.toString("utf8");
  call.endedAt = performance.now();
  const isLost = fault?.kind === "lost_before" || fault?.kind === "lost_after";
  const shown = fault?.kind === "failed_after" ? { ...answer, ...failure(side) } : answer;
  call.status = isLost ? 0 : shown.status;
  listener.take(call);
  if (isLost) return void response.destroy();
  response.writeHead(shown.status, shown.headers);
  response.end(shown.body);
}

type Answer = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};

/** What the app is told in place of asking; null where the call is made. */
function answerInstead({ side, kind, code }: CallFault): Answer | null {
  if (kind === "lost_before") return { status: 0, headers: {}, body: Buffer.alloc(0) };
  if (kind === "failed_before") return failure(side);
  if (kind === "swallowed") return toAnswer(200, {});
  if (kind === "limited")
    return { ...refusal(429, "rate_limited"), headers: { ...JSON_TYPE, "retry-after": "2" } };
  if (kind === "refused" && code) return refusal(/^order_not_/.test(code) ? 409 : 422, code);
  return null;
}

function failure(side: Side): Answer {
  return side === "service" ? refusal(500, "internal_error") : toAnswer(502, { errors: "Bad Gateway" });
}

/** In the service's own words. */
function refusal(status: number, code: ErrorCode): Answer {
  return toAnswer(status, { error: { code, message: "The bench refuses this" } });
}

const JSON_TYPE = { "content-type": "application/json" };

function toAnswer(status: number, body: object): Answer {
  return { status, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(body)) };
}

const OF_ONE_HOP = new Set(["connection", "content-length", "keep-alive", "transfer-encoding", "expect"]);

async function sendOn(target: string, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    OF_ONE_HOP.has(name) || name === "host" || typeof value !== "string"
      ? []
      : [[name, value] as [string, string]],
  );
  const { method = "GET" } = request;
  const answer = await fetch(new URL(request.url ?? "/", target), {
    method,
    headers,
    body: method === "GET" ? undefined : new Uint8Array(body),
    redirect: "manual",
  });
  const kept = [...answer.headers].filter(([name]) => !OF_ONE_HOP.has(name) && name !== "content-encoding");
  return {
    status: answer.status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function describeCall(side: Side, request: IncomingMessage, body: string): RelayedCall {
  const said = DESCRIBED[side](request, body);
  return { side, ...said, startedAt: performance.now(), endedAt: 0, answer: "", status: 0 };
}

type Described = Pick<RelayedCall, "sender" | "name" | "isChange" | "sent" | "document">;

const DESCRIBED = { shopify: describeOperation, service: describeRequest, webhook: describeWebhook };

function describeWebhook(_: IncomingMessage, body: string): Described {
  const { event } = JSON.parse(body) as { event?: string };
  return { sender: "", name: event ?? "", isChange: false, sent: body, document: "" };
}

function describeOperation({ headers, url }: IncomingMessage, body: string): Described {
  const sender = String(headers["x-forwarded-host"] ?? "");
  if (!url?.endsWith("/graphql.json"))
    return { sender, name: url ?? "", isChange: false, sent: "", document: "" };
  const { query, variables } = JSON.parse(body) as { query: string; variables?: unknown };
  const [, kind = "query", name = "anonymous"] = /(query|mutation)\s+(\w+)/.exec(query) ?? [];
  const document = query.replaceAll(/\s+/g, " ");
  return { sender, name, isChange: kind === "mutation", sent: JSON.stringify(variables ?? {}), document };
}

function describeRequest({ method = "GET", headers, url = "/" }: IncomingMessage, body: string): Described {
  const { pathname, search } = new URL(url, "http://service");
  const path = pathname
    .replace(/^\/v1/, "")
    .replaceAll(/\/(ord|prd|imp|evt|stk|dlv)[-_]\w+|\/lives_\w+/g, "/{id}");
  const key = headers["idempotency-key"];
  return {
    sender: /^Bearer ([^:]+):/.exec(headers.authorization ?? "")?.[1] ?? "",
    name: `${method} ${path}`,
    isChange: method !== "GET" && path !== "/shipping/quote",
    sent: [pathname + search, ...(key === undefined ? [] : [`key ${String(key)}`]), body].join(" "),
    document: "",
  };
}
