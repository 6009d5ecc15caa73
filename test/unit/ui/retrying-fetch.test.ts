import { describe, expect, it } from "vitest";
import { IDEMPOTENCY_HEADER, LATE_HEADER } from "#app/domain/idempotency/idempotency-headers.ts";
import { type RetryingFetchDeps, sendWithRetries } from "#app/ui/retrying-fetch.ts";

const URL_OF_PAGE = "http://app/orders?_data=routes/orders";
const remix = (body: unknown, status = 200, name = "X-Remix-Response") =>
  Response.json(body, { status, headers: { [name]: "yes" } });

type Try = Response | "lost";

/** A line that answers each try in turn; the clock runs on by each wait. */
function play(tries: readonly Try[], { shownPath = "/orders", waitMs = 0 } = {}) {
  const sent: Headers[] = [];
  const waitingFor: string[] = [];
  const followed: string[] = [];
  let [nowMs, calmed] = [0, 0];
  const deps: RetryingFetchDeps = {
    send: async (_url, init) => {
      const answer = tries[sent.length];
      sent.push(new Headers(init.headers));
      if (answer === undefined) throw new Error("Nothing more was to be sent");
      if (answer === "lost") throw new TypeError("Failed to fetch");
      return answer;
    },
    newRequestId: () => "2b7a3f1e-6f3e-4f29-9f0c-0f4f5b1c2d3e",
    now: () => nowMs,
    shownPath: () => shownPath,
    beginFollowing: () => async (address) => {
      followed.push(address);
    },
    pause: async (ms) => {
      nowMs += waitMs || ms;
    },
    report: (what) => {
      waitingFor.push(what);
      return () => {
        calmed += 1;
      };
    },
  };
  return { deps, sent, waitingFor, followed, calmed: () => calmed };
}

const press = { method: "POST", body: new URLSearchParams({ intent: "save" }) };

describe("a request whose answer is lost", () => {
  it("is sent again under the same name until it is answered, and says so meanwhile", async () => {
    const line = play(["lost", new Response(null, { status: 425 }), remix({ ok: true, done: "Saved" })]);
    const answer = await sendWithRetries(line.deps, URL_OF_PAGE, press);
    expect(await answer.json()).toEqual({ ok: true, done: "Saved" });
    expect(new Set(line.sent.map((headers) => headers.get(IDEMPOTENCY_HEADER))).size).toBe(1);
    expect([line.waitingFor, line.calmed()]).toEqual([["press"], 1]);
  });

  it("asks only what became of a press that is two minutes old", async () => {
    const line = play(["lost", "lost", remix({ ok: false, reason: "late" })], { waitMs: 70_000 });
    await sendWithRetries(line.deps, URL_OF_PAGE, press);
    expect(line.sent.map((headers) => headers.has(LATE_HEADER))).toEqual([false, false, true]);
  });

  it("waits through a gateway that has no server, and reads a page again without a name", async () => {
    const line = play([new Response("Bad gateway", { status: 502 }), remix({ orders: [] })]);
    const answer = await sendWithRetries(line.deps, URL_OF_PAGE, {});
    expect(await answer.json()).toEqual({ orders: [] });
    expect(line.sent.map((headers) => headers.has(IDEMPOTENCY_HEADER))).toEqual([false, false]);
    expect(line.waitingFor).toEqual(["page"]);
  });

  it("counts an answer that breaks off in its middle as lost", async () => {
    const broken = new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"ok":'));
          controller.error(new TypeError("terminated"));
        },
      }),
    );
    const line = play([broken, remix({ ok: true, done: "Saved" })]);
    expect(await (await sendWithRetries(line.deps, URL_OF_PAGE, press)).json()).toMatchObject({ ok: true });
  });

  it("ends when nobody waits for it any more", async () => {
    const stop = new AbortController();
    const line = play(["lost"]);
    const deps = {
      ...line.deps,
      pause: async () => {
        stop.abort();
        stop.signal.throwIfAborted();
      },
    };
    await expect(sendWithRetries(deps, URL_OF_PAGE, { signal: stop.signal })).rejects.toThrow("aborted");
    expect(line.calmed()).toBe(1);
  });
});

describe("an answer that leads to another page", () => {
  const redirect = () => new Response(null, { status: 204, headers: { "X-Remix-Redirect": "/imports/1" } });

  it("is followed once it is there, and given to the router after that", async () => {
    const line = play(["lost", redirect()]);
    const answer = await sendWithRetries(line.deps, URL_OF_PAGE, press);
    expect([answer.status, line.followed, line.calmed()]).toEqual([204, ["/imports/1"], 1]);
  });

  it("to what is no press is the router's alone", async () => {
    const line = play([redirect()]);
    await sendWithRetries(line.deps, URL_OF_PAGE, {});
    expect(line.followed).toEqual([]);
  });
});

describe("an answer that is an error", () => {
  it("to a press becomes a refusal that keeps the page", async () => {
    for (const [status, header] of [
      [500, "X-Remix-Error"],
      [413, "X-Other"],
      [400, "X-Remix-Catch"],
    ] as const) {
      const line = play([remix({ message: "secret" }, status, header)]);
      const answer = await sendWithRetries(line.deps, URL_OF_PAGE, press);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        ok: false,
        reason: expect.any(String),
        detail: expect.any(String),
      });
    }
  });

  it("to the page that is shown is asked for again; another page shows its own", async () => {
    const failed = () => remix({ message: "x" }, 500, "X-Remix-Error");
    const shown = play([failed(), remix({ orders: [] })]);
    expect((await sendWithRetries(shown.deps, URL_OF_PAGE, {})).status).toBe(200);
    const other = play([failed()], { shownPath: "/settings" });
    expect((await sendWithRetries(other.deps, URL_OF_PAGE, {})).status).toBe(500);
  });

  it("that has a page of its own passes as it is", async () => {
    for (const status of [401, 403, 404, 410]) {
      const line = play([remix({}, status, "X-Remix-Catch")]);
      expect((await sendWithRetries(line.deps, URL_OF_PAGE, press)).status).toBe(status);
    }
  });
});
