import { describe, expect, it } from "vitest";
import { createBreaker } from "#app/platform/http/breaker.ts";

function buildBreaker() {
  const time = { ms: 1_000 };
  const breaker = createBreaker(() => time.ms);
  const fail = (times: number) => {
    for (let each = 0; each < times; each += 1) breaker.failed();
  };
  return { breaker, time, fail };
}

describe("a breaker", () => {
  it("lets everything through until five calls in a row have failed", () => {
    const { breaker, fail } = buildBreaker();
    fail(4);
    expect(breaker.enter()).toBe(0);
    breaker.failed();
    expect([breaker.state(), breaker.enter()]).toEqual(["open", 5_000]);
  });

  it("starts counting anew after a success", () => {
    const { breaker, fail } = buildBreaker();
    fail(4);
    breaker.succeeded();
    fail(4);
    expect(breaker.state()).toBe("closed");
  });

  it("lets a single call try after the rest, and the others only when that one is back", () => {
    const { breaker, time, fail } = buildBreaker();
    fail(5);
    time.ms += 5_000;
    expect(breaker.state()).toBe("half_open");
    expect([breaker.enter(), breaker.enter()]).toEqual([0, 1_000]);
    breaker.succeeded();
    expect([breaker.state(), breaker.enter(), breaker.enter()]).toEqual(["closed", 0, 0]);
  });

  it("rests twice as long after each failed try, up to half a minute", () => {
    const { breaker, time, fail } = buildBreaker();
    fail(5);
    const rests = [10_000, 20_000, 30_000, 30_000].map((expected) => {
      time.ms += breaker.waitMs();
      expect(breaker.enter()).toBe(0);
      breaker.failed();
      return [breaker.waitMs(), expected];
    });
    for (const [rest, expected] of rests) expect(rest).toBe(expected);
    time.ms += 30_000;
    breaker.enter();
    breaker.succeeded();
    fail(5);
    expect(breaker.waitMs()).toBe(5_000);
  });

  it("is not kept open longer by calls that were under way when it opened", () => {
    const { breaker, time, fail } = buildBreaker();
    fail(5);
    time.ms += 4_000;
    fail(3);
    expect(breaker.waitMs()).toBe(1_000);
  });
});
