import { ApiError } from "./api-error.ts";
import { identify, requireAllowed } from "./authenticate.ts";
import type { RequestFault } from "./faults.ts";
import { runOnce, type Stages } from "./idempotency.ts";
import { spendQuota } from "./quota.ts";
import { findRoute } from "./routes.ts";
import type { Account, Answer, Call, RequestLogEntry, World } from "./state.ts";

export type Incoming = {
  method: string;
  /** Without `/v1`; null when the address is not under it. */
  path: string | null;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  rawBody: Buffer;
  address: string;
};

/** From a request to its answer: who calls, may they, can they afford it, then the endpoint. Throws `ApiError`. */
export async function answerRequest(
  world: World,
  incoming: Incoming,
  faults: readonly RequestFault[],
  seen: { account: Account | null; log: RequestLogEntry },
): Promise<Answer> {
  const { method, path, query, headers, rawBody } = incoming;
  const caller = identify(world, headers.authorization);
  seen.account = caller.account;
  seen.log.keyId = caller.key.id;
  requireAllowed(world, caller, incoming.address, path ?? "");
  spendQuota(world, caller.account, method, path ?? "");
  const found = path === null ? null : findRoute(method, path);
  if (path === null || found === null) throw new ApiError("not_found", "No such address");
  const mode = caller.key.mode;
  const call: Call = { ...caller, mode, method, path, params: found.params, query, headers, rawBody };
  const stages: Stages = {
    before: () => world.faults.play(faults, "before"),
    effect: () => cached(world, call, () => found.route.handle(world, call)),
    after: () => world.faults.play(faults, "after"),
  };
  return method === "POST" && path === "/orders" ? runOnce(world, call, stages) : runStages(stages);
}

async function runStages(stages: Stages): Promise<Answer> {
  await stages.before();
  const answer = stages.effect();
  await stages.after();
  return answer;
}

/** Catalog answers are kept for about a minute, as the service does. */
function cached(world: World, call: Call, make: () => Answer): Answer {
  if (!call.path.startsWith("/catalog/") || world.catalogCacheSeconds === 0) return make();
  const key = `${call.mode} ${call.path}?${call.query.toString()}`;
  const known = world.catalogCache.get(key);
  const now = world.clock.now();
  if (known !== undefined && now - known.at < world.catalogCacheSeconds * 1000) return known.answer;
  const answer = structuredClone(make());
  world.catalogCache.set(key, { at: now, answer });
  return answer;
}
