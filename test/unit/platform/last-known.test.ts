import { describe, expect, it } from "vitest";
import { createLastKnown } from "#app/platform/last-known.ts";

type Reading = {
  readonly keys: readonly string[];
  readonly answer: (values: Readonly<Record<string, number>>) => void;
  readonly fail: () => void;
};

/** A memory whose readings the test answers. */
function start(freshMs = 0, most = 100) {
  const readings: Reading[] = [];
  const find = createLastKnown<number>(
    (keys) =>
      new Promise((settle, refuse) => {
        readings.push({
          keys,
          answer: (values) => settle(new Map(Object.entries(values))),
          fail: () => refuse(new Error("The database is away")),
        });
      }),
    { freshMs, most },
  );
  const ask = (...keys: readonly string[]) => find(keys, performance.now() + 20);
  return { ask, readings };
}

describe("the last that is known", () => {
  it("is what is read in time", async () => {
    const { ask, readings } = start();
    const answer = ask("a", "b");
    readings[0]?.answer({ a: 1 });
    expect(await answer).toEqual(new Map([["a", 1]]));
  });

  it("is nothing where nothing was read in time, or reading fails", async () => {
    const { ask, readings } = start();
    expect(await ask("a")).toBeNull();
    const answer = ask("b");
    readings[1]?.fail();
    expect(await answer).toBeNull();
  });

  it("is what was read before where reading takes too long or fails", async () => {
    const { ask, readings } = start();
    const first = ask("a");
    readings[0]?.answer({ a: 1 });
    await first;
    expect(await ask("a")).toEqual(new Map([["a", 1]]));
    readings[1]?.fail();
    await Promise.resolve();
    const third = ask("a");
    readings[2]?.fail();
    expect(await third).toEqual(new Map([["a", 1]]));
  });

  it("is not read again while it is fresh, nor twice at a time", async () => {
    const { ask, readings } = start(60_000);
    const both = [ask("a"), ask("a", "b")];
    expect(readings.map(({ keys }) => keys)).toEqual([["a"], ["b"]]);
    readings[0]?.answer({ a: 1 });
    readings[1]?.answer({ b: 2 });
    await Promise.all(both);
    expect(await ask("b", "a")).toEqual(
      new Map([
        ["b", 2],
        ["a", 1],
      ]),
    );
    expect(readings).toHaveLength(2);
  });

  it("is forgotten once it is gone, and the one read longest ago where there are too many", async () => {
    const { ask, readings } = start(0, 2);
    const answer = ask("a", "b", "c");
    readings[0]?.answer({ a: 1, b: 2, c: 3 });
    await answer;
    expect(await ask("a")).toBeNull();
    expect(await ask("c")).toEqual(new Map([["c", 3]]));
    readings[2]?.answer({});
    await new Promise((settle) => setImmediate(settle));
    expect(await ask("c")).toBeNull();
  });
});
