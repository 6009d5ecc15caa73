import { describe, expect, it } from "vitest";
import { AppError } from "#app/platform/errors.ts";
import { createLog } from "#app/platform/observability/log.server.ts";
import { createMetrics } from "#app/platform/observability/metrics.server.ts";
import { createReportError } from "#app/platform/observability/report-error.server.ts";

const jwt = `eyJ${"a".repeat(20)}.${"b".repeat(30)}.${"c".repeat(43)}`;
const canaries = [
  jwt,
  "ayesha@example.com",
  "+923001234567",
  "0300-1234567",
  "House 7, Canary Street",
  "canary-secret",
];

function capture() {
  const lines: string[] = [];
  const log = createLog("debug", { write: (line: string) => void lines.push(line) });
  return { log, lines, text: () => lines.join("") };
}

describe("the log", () => {
  it("keeps what is on its list", () => {
    const { log, lines } = capture();
    log.info({ event: "work_ran", workId: "w1", durationMs: 12 });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "work_ran", workId: "w1", durationMs: 12 });
  });

  it("drops what is not, and says which", () => {
    const { log, text } = capture();
    log.warn({ event: "x", body: "House 7, Canary Street", headers: { cookie: "canary-secret" } });
    expect(text()).toContain('"dropped":["body","headers"]');
    expect(text()).not.toMatch(/Canary|canary/);
  });

  it("never writes an object under a listed key", () => {
    const { log, text } = capture();
    log.info({ event: "x", message: { address: "House 7, Canary Street" } });
    expect(text()).not.toContain("Canary");
  });

  it("hides tokens, addresses and phones wherever they stand", () => {
    const { log, text } = capture();
    const urls = [
      `/?id_token=${jwt}`,
      "/webhooks/supplier/canary-secret",
      "/rates/canary-secret",
      "postgres://karwan:canary-secret@db/x",
    ];
    log.error({
      event: "x",
      message: `Bearer ${jwt} ayesha@example.com +923001234567 0300-1234567`,
      path: urls.join(" "),
    });
    log.error({ event: "x", message: "shpat_canarysecret lk_demo:canary-secret" });
    for (const canary of [...canaries, "canarysecret"]) expect(text()).not.toContain(canary);
  });

  it("leaves order numbers and gids readable", () => {
    const { log, text } = capture();
    log.info({
      event: "x",
      subject: "gid://shopify/Order/820982911946154508",
      orderId: "580000000-6100000001042",
    });
    expect(text()).toContain("820982911946154508");
    expect(text()).toContain("580000000-6100000001042");
  });

  it("carries an error's code, cause and an id to quote, and no token in its words", () => {
    const { log, lines } = capture();
    const cause = new Error(`Failed to parse session token '${jwt}'`);
    const error = new AppError("token_dead", "The token is dead", { retryable: false, cause });
    const errorId = createReportError(log, createMetrics())(error, { event: "page_failed" });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "page_failed", errorId, code: "token_dead" });
    expect(lines[0]).toContain("caused by");
    expect(lines[0]).not.toContain(jwt);
  });
});
