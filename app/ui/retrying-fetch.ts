import {
  IDEMPOTENCY_HEADER,
  LATE_HEADER,
  STILL_RUNNING,
} from "#app/domain/idempotency/idempotency-headers.ts";
import type { ActionAnswer } from "./action-answer.ts";

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** What of the page somebody waits for while no answer comes: what became of a press, or what the page shows. */
export type WaitingFor = "press" | "page";

export type RetryingFetchDeps = {
  readonly send: Send;
  readonly newRequestId: () => string;
  readonly now: () => number;
  /** The path of the page that is shown. */
  readonly shownPath: () => string;
  /** What is shown or on its way now; what it returns opens a page, unless somebody has gone elsewhere since. */
  readonly beginFollowing: () => (address: string) => Promise<void>;
  /** Waits before the next try; ends early when the line is back. @throws when the signal is aborted */
  readonly pause: (ms: number, signal: AbortSignal | null | undefined) => Promise<void>;
  /** Tells that no answer came, until the function it returns is called. */
  readonly report: (waitingFor: WaitingFor) => () => void;
};

/** Somebody who pressed so long ago looks first and presses again: from then on it is only asked what became of it. */
const LATE_MS = 120_000;
const WAITS_MS = [400, 1000, 2000, 4000];
const MOST_WAIT_MS = 8000;
/** Without an answer for so long a try is given up; the next one asks after the same press. */
const TRY_MS = 30_000;

/** How Remix names where an answer leads. */
const REDIRECT_HEADER = "X-Remix-Redirect";

/**
 * Sends what the pages ask of the server until there is an answer. A press has one name however often it is sent, so that
 * the server does it once and answers the rest with what came of it. The page stays as it is meanwhile. Where the answer to a press leads to another page,
 * that page is opened before the router hears of it, which then has nothing more to do: by itself it would not end the
 * reading of the page before, whose late answer then took the place of what is shown, and it would not follow at all once
 * that page was read again or the button was gone.
 */
export async function sendWithRetries(
  deps: RetryingFetchDeps,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const isPress = (init.method ?? "GET") !== "GET";
  const follow = isPress ? deps.beginFollowing() : null;
  const answer = await sendUntilAnswered(deps, url, { ...init, isPress });
  const next = answer.headers.get(REDIRECT_HEADER);
  if (follow && next) await follow(next);
  return answer;
}

async function sendUntilAnswered(
  deps: RetryingFetchDeps,
  url: string,
  { isPress, ...init }: RequestInit & { readonly isPress: boolean },
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (isPress) headers.set(IDEMPOTENCY_HEADER, deps.newRequestId());
  const beganAt = deps.now();
  let calm: (() => void) | null = null;
  try {
    for (let tries = 0; ; tries += 1) {
      const response = await tryOnce(deps.send, url, { ...init, headers });
      const answer = response && toAnswer(response, isPress, isOfPath(url, deps.shownPath()));
      if (answer) return answer;
      calm ??= deps.report(isPress ? "press" : "page");
      await deps.pause(WAITS_MS[tries] ?? MOST_WAIT_MS, init.signal);
      if (isPress && deps.now() - beganAt > LATE_MS) headers.set(LATE_HEADER, "1");
    }
  } finally {
    calm?.();
  }
}

/** Null where no answer came; an abort by whoever asked is thrown. */
async function tryOnce(send: Send, url: string, init: RequestInit): Promise<Response | null> {
  const timeout = AbortSignal.timeout(TRY_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await send(url, { ...init, signal });
    // An answer may break off in its middle as well.
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return null;
  }
}

/** Gateways and full servers, before anything was done. */
const NOT_ANSWERED: ReadonlySet<number> = new Set([STILL_RUNNING, 429, 502, 503, 504]);
/** These have a page of their own: no session, no right, not there. */
const OF_THE_PAGE: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Null where the same is to be asked again: nobody answered, or the page that is shown cannot be read just now. */
function toAnswer(response: Response, isPress: boolean, isShown: boolean): Response | null {
  const { status, headers } = response;
  if (NOT_ANSWERED.has(status)) return null;
  if (status < 400 || OF_THE_PAGE.has(status)) return response;
  if (isPress) return refusalOf(status);
  const isFailure = status >= 500 || !headers.has("X-Remix-Catch");
  return isFailure && isShown ? null : response;
}

function isOfPath(url: string, path: string): boolean {
  return new URL(url, "http://here").pathname === path;
}

/** Instead of an error in place of the page: what was typed stays beside it. */
function refusalOf(status: number): Response {
  const answer = status >= 500 ? FAILED : NOT_TAKEN;
  return Response.json(answer, { headers: { "X-Remix-Response": "yes" } });
}

const FAILED: ActionAnswer = {
  ok: false,
  reason: "Something went wrong on our side.",
  detail:
    "It may be done or not. What you see is up to date now: look at it, then press again if it is not done.",
};

const NOT_TAKEN: ActionAnswer = {
  ok: false,
  reason: "This could not be read, so nothing was done.",
  detail: "Reload the page, then try again.",
};
