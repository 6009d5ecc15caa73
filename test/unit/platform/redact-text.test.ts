import { describe, expect, it } from "vitest";
import { redactText } from "#app/platform/observability/redact-text.ts";
import { hostileTexts } from "#test/fixtures/hostile-text.ts";
import { measureRuns } from "#test/support/measure-runs.ts";

describe("redacting a text", () => {
  it.each([
    ["message", 20_000, 2000, "Order 1001 was placed at the service, 2 parcels to Lahore. "],
    ["path", 8000, 300, "/orders/01969a3e-5b1c-7d20-9d5b-3c2f8f0a1b2c"],
  ])(
    "costs no %s of a stranger's much more than an ordinary one",
    (_, length, longest, part) => {
      const ordinary = part.repeat(longest).slice(0, longest);
      for (let run = 0; run < 2000; run += 1) redactText(ordinary, longest);
      const ordinaryMs = measureRuns(() => redactText(ordinary, longest), 200).clockMs;
      const slow = [...hostileTexts(20261123, 600, length)].flatMap((text) => {
        const times = measureRuns(() => redactText(text, longest), 5).ownMs / ordinaryMs;
        return times > 50 ? [`${text.slice(0, 20)}…: ${times.toFixed(0)} times`] : [];
      });
      expect(slow).toEqual([]);
    },
    60_000,
  );

  it("looks at no more than the beginning of a text without end", () => {
    expect(redactText("a".repeat(5_000_000))).toHaveLength(2001);
    expect(redactText("a".repeat(5_000_000), 300)).toHaveLength(301);
  });

  it.each([
    ["a telephone number", "+92 300 1234567"],
    ["an address", "ayesha.khan@example.com"],
    ["a token", `eyJ${"a".repeat(40)}.${"b".repeat(40)}`],
    ["a key", "lk_demo:live-demo-secret"],
  ])("leaves nothing of %s that the cut goes through", (_, secret) => {
    for (let before = 250; before <= 420; before += 1) {
      const redacted = redactText(
        `${"word ".repeat(100).slice(0, before)} ${secret} and on and on ${"on ".repeat(100)}`,
        300,
      );
      for (const part of ["123", "ayesha", "khan", "aaaa", "bbbb", "demo"])
        expect(redacted).not.toContain(part);
    }
  });

  it("keeps the words before a token that fills the rest", () => {
    expect(redactText(`Not valid: eyJ${"a".repeat(3000)}.bbb`)).toBe("Not valid: [token]…");
  });
});
