import { parseHtml } from "#app/domain/catalog/text/parse-html.server.ts";
import { redactText } from "#app/platform/observability/redact-text.ts";
import { parseSupplierEvent } from "#app/supplier/webhook-event.ts";
import { hostileTexts } from "#test/fixtures/hostile-text.ts";
import { asId } from "#test/support/as-id.ts";

/** What each may take, in milliseconds; beyond it a machine with other work would be held up too. */
const readings = [
  { name: "path", length: 8000, limitMs: 50, read: (text: string) => void redactText(text, 300) },
  { name: "message", length: 20_000, limitMs: 50, read: (text: string) => void redactText(text) },
  {
    name: "body",
    length: 64 * 1024,
    limitMs: 250,
    read: (text: string) => void parseSupplierEvent(Buffer.from(text)),
  },
] as const;

/** A hundred thousand paths, messages and bodies made of what patterns and parsers stumble over, each within its time. */
export async function benchTexts(options: ReadonlyMap<string, string>): Promise<boolean> {
  const count = Number(options.get("texts") || 100_000);
  const seed = Number(options.get("seed") || 20_261_123);
  let late = 0;
  for (const { name, length, limitMs, read } of readings) {
    let slowestMs = 0;
    let slowest = "";
    for (const text of hostileTexts(seed, Math.ceil(count / readings.length), length)) {
      const startedAt = performance.now();
      read(text);
      const tookMs = performance.now() - startedAt;
      if (tookMs > limitMs) late += 1;
      if (tookMs > slowestMs) [slowestMs, slowest] = [tookMs, text.slice(0, 20)];
    }
    console.log(`${name}: slowest ${slowestMs.toFixed(2)} ms of ${limitMs} (${JSON.stringify(slowest)}…)`);
  }
  let unparsed = 0;
  for (const html of hostileTexts(seed, 300, 512_000)) {
    if (
      (await parseHtml(asId("bench"), { kind: "sanitize", html, hiddenNames: ["lahore-wholesale"] })) === null
    )
      unparsed += 1;
    if ((await parseHtml(asId("bench"), { kind: "digest", html })) === null) unparsed += 1;
  }
  console.log(`300 descriptions of 512 KB: ${unparsed} readings given up after their deadline`);
  console.log(`goal: none late: ${late === 0 ? "met" : `missed by ${late}`}`);
  return late === 0;
}
