import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import { z } from "zod";
import type { App } from "#app/app.server.ts";
import {
  type BeginRequestResult,
  beginRequest,
  endRequest,
  type IdempotentRequest,
} from "#app/domain/idempotency/begin-request.server.ts";
import {
  IDEMPOTENCY_HEADER,
  LATE_HEADER,
  STILL_RUNNING,
} from "#app/domain/idempotency/idempotency-headers.ts";
import { transientDatabaseCode } from "#app/platform/http/transient-failure.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

/** Thrown by the guard of a page where a press was sent before: it is answered and not done again. */
class SentBefore extends Error {
  readonly begun: Exclude<BeginRequestResult, { kind: "first" }>;

  constructor(begun: SentBefore["begun"]) {
    super("This press was sent before");
    this.begun = begun;
  }
}

export type PressOnce = {
  /** The guard tells whose press it is, once the session token said so. */
  readonly begin: (shopId: ShopId) => Promise<void>;
  /** Runs what answers, and keeps what came of it. */
  readonly answer: (run: () => Promise<unknown>) => Promise<unknown>;
};

/**
 * Does a press once, however often a browser sends it because the answer was lost: the browser names each press in a
 * header. A request without a name is answered as it comes.
 */
export function pressOnce(app: App, request: ActionFunctionArgs["request"]): PressOnce {
  const id = z.uuid().safeParse(request.headers.get(IDEMPOTENCY_HEADER)).data;
  const isLate = request.headers.has(LATE_HEADER);
  let press: IdempotentRequest | null = null;
  return {
    begin: async (shopId) => {
      if (id === undefined || press !== null) return;
      const begun = await beginRequest(app, { shopId, id, isLate });
      if (begun.kind !== "first") throw new SentBefore(begun);
      press = { shopId, id, isLate };
    },
    answer: async (run) => {
      const [answer, isThrown] = await run().then(
        (value) => [value, false] as const,
        (error: unknown) => [error, true] as const,
      );
      if (answer instanceof SentBefore) return toAnswer(answer.begun);
      // Without an answer its outcome is unknown, and stays so.
      if (press !== null && (!isThrown || answer instanceof Response)) await keep(app, press, answer);
      if (!isThrown) return answer;
      throw press === null ? toUnavailable(app, answer) : answer;
    },
  };
}

/** Nothing was begun, and the database comes back: the browser asks again by itself. */
function toUnavailable(app: App, error: unknown): unknown {
  if (transientDatabaseCode(error) === null) return error;
  app.reportError(error, { event: "page_unavailable" });
  return new Response(null, { status: 503 });
}

/** The press itself is over: where its outcome cannot be kept, the answer goes out all the same. */
async function keep(app: App, press: IdempotentRequest, answer: unknown): Promise<void> {
  const ended = await outcomeOf(answer);
  await endRequest(app, press, ended).catch((error: unknown) =>
    app.reportError(error, { event: "press_outcome_not_kept" }),
  );
}

const doneInWords = z.strictObject({ ok: z.literal(true), done: z.string() });

/** What is told of a press later: a refusal did nothing, and an answer with figures is asked for anew. */
async function outcomeOf(answer: unknown): Promise<Parameters<typeof endRequest>[2]> {
  const location = answer instanceof Response ? answer.headers.get("Location") : null;
  if (location !== null) return { outcome: "done", location };
  const said =
    answer instanceof Response
      ? await answer
          .clone()
          .json()
          .catch(() => null)
      : answer;
  return { outcome: doneInWords.safeParse(said).success ? "done" : "free", location: null };
}

function toAnswer(begun: SentBefore["begun"]): Response {
  switch (begun.kind) {
    case "running":
      return new Response(null, { status: STILL_RUNNING });
    case "done":
      return begun.location === null ? json(DONE) : redirect(begun.location);
    case "late":
      return json(LATE);
    case "unknown":
      return json(UNKNOWN);
  }
}

const DONE: ActionAnswer = { ok: true, done: "Done. Only the answer was lost." };

const LATE: ActionAnswer = {
  ok: false,
  reason: "Your press did not arrive.",
  detail: "Nothing was done. What you see is up to date now: press again if you still want it.",
};

const UNKNOWN: ActionAnswer = {
  ok: false,
  reason: "Karwan was interrupted while it did this.",
  detail:
    "It may be done or not. What you see is up to date now: look at it, then press again if it is not done.",
};
