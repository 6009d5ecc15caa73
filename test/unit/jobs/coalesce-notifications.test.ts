import { describe, expect, it } from "vitest";
import { bulkFrom, coalesceNotifications } from "#app/jobs/coalesce-notifications.ts";
import type { DueWork } from "#app/platform/queue/work.server.ts";

const row = (id: string, isReport = false): DueWork => ({ id, lane: "orders", isReport });

/** A queue that is through with a message only when the test says so. */
function openSlowQueue() {
  const messages: { readonly rows: readonly DueWork[]; readonly end: (error?: Error) => void }[] = [];
  const notifications = coalesceNotifications(
    (rows) =>
      new Promise((settle, fail) => {
        messages.push({ rows, end: (error) => (error ? fail(error) : settle()) });
      }),
  );
  const untilSent = (count: number) => expect.poll(() => messages.length, { interval: 1 }).toBe(count);
  const sentIds = () => messages.map(({ rows }) => rows.map(({ id }) => id));
  return { notifications, messages, untilSent, sentIds };
}

describe("coalesced notifications", () => {
  it("go out at once where nothing went before, and together, each row once, while the queue is slow", async () => {
    const { notifications, messages, untilSent, sentIds } = openSlowQueue();
    const first = notifications.add([row("a")]);
    await untilSent(1);
    const later = [notifications.add([row("b")]), notifications.add([row("c"), row("b")])];
    messages[0]?.end();
    await first;
    await untilSent(2);
    messages[1]?.end();
    await Promise.all(later);
    expect(sentIds()).toEqual([["a"], ["b", "c"]]);
  });

  it("make a row more than a report where one of its requests is, in whichever order they come", async () => {
    const { notifications, messages, untilSent } = openSlowQueue();
    const notified = [
      notifications.add([row("a", true), row("b")]),
      notifications.add([row("a"), row("b", true), row("c", true)]),
      notifications.add([row("a", true)]),
    ];
    await untilSent(1);
    messages[0]?.end();
    await Promise.all(notified);
    const reports = messages[0]?.rows.map(({ id, isReport }) => [id, isReport]);
    expect(reports).toEqual([
      ["a", false],
      ["b", false],
      ["c", true],
    ]);
  });

  it("tell all whose notification failed, and send what comes after", async () => {
    const { notifications, messages, untilSent, sentIds } = openSlowQueue();
    const first = notifications.add([row("a")]);
    await untilSent(1);
    const second = notifications.add([row("b")]);
    messages[0]?.end(new Error("the queue is gone"));
    await expect(first).rejects.toThrow("the queue is gone");
    await untilSent(2);
    messages[1]?.end();
    await second;
    expect(sentIds()).toEqual([["a"], ["b"]]);
  });

  it("wait four times as long after a message in bulk", async () => {
    const { notifications, messages, untilSent } = openSlowQueue();
    const burst = notifications.add(Array.from({ length: bulkFrom }, (_, at) => row(`burst ${at}`)));
    await untilSent(1);
    const next = notifications.add([row("next")]);
    const throughAt = performance.now();
    messages[0]?.end();
    await burst;
    await untilSent(2);
    expect(performance.now() - throughAt).toBeGreaterThan(90);
    messages[1]?.end();
    await next;
  });

  it("are all through before closing is", async () => {
    const { notifications, messages, untilSent } = openSlowQueue();
    const first = notifications.add([row("a")]);
    await untilSent(1);
    const second = notifications.add([row("b")]);
    let isClosed = false;
    const closing = notifications.close().then(() => {
      isClosed = true;
    });
    messages[0]?.end();
    await first;
    await untilSent(2);
    expect(isClosed).toBe(false);
    messages[1]?.end();
    await Promise.all([second, closing]);
    expect(isClosed).toBe(true);
  });
});
