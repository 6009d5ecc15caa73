import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { digestOf } from "#app/domain/catalog/listings/sync/description-digest.ts";
import { boundHtml } from "#app/domain/catalog/text/bound-html.ts";
import {
  cleanDescription,
  digestDescription,
  parseHtml,
  toEditableText,
} from "#app/domain/catalog/text/parse-html.server.ts";
import { sanitizeDescription } from "#app/domain/catalog/text/sanitize-description.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { hostileTexts } from "#test/fixtures/hostile-text.ts";
import { asId } from "#test/support/as-id.ts";

const shop = asId<ShopId>("shop");

describe("parsing HTML from outside", () => {
  it("gives what the rules say, text after text", async () => {
    const html = "<h1>Cup</h1><script>x()</script><p>Call 0300-1234567. Holds tea.";
    const [clean, digest, text] = await Promise.all([
      cleanDescription(shop, html, []),
      digestDescription(shop, html),
      toEditableText(shop, "<p>a</p><ul><li>b</li></ul>"),
    ]);
    expect(clean).toBe(sanitizeDescription(html));
    expect(digest).toBe(digestOf(html));
    expect(text).toBe("a\n\n- b");
  });

  it("gives a text up that takes too long, and parses the next", async () => {
    const html = "<p>".repeat(100_000);
    expect(await parseHtml(shop, { kind: "sanitize", html, hiddenNames: [] }, 0)).toBeNull();
    expect(await cleanDescription(shop, "<p>next</p>", [])).toBe("<p>next</p>");
  });

  it("lets no shop's texts hold up another's", async () => {
    const done: string[] = [];
    const parse = async (shop: string) => {
      await digestDescription(asId(shop), "<p>".repeat(3000));
      done.push(shop);
    };
    const many = Array.from({ length: 30 }, () => parse("many"));
    await Promise.all([parse("few"), parse("few"), parse("single")]);
    expect(done.filter((shop) => shop === "many").length).toBeLessThanOrEqual(3);
    await Promise.all(many);
    expect(done.filter((shop) => shop === "many")).toHaveLength(30);
  });

  it("does not hold up the thread of everything else", async () => {
    let turns = 0;
    const turn = setInterval(() => {
      turns += 1;
    }, 1);
    const parsing = Array.from({ length: 20 }, () => digestDescription(shop, "<p>".repeat(3000)));
    await Promise.all(parsing);
    clearInterval(turn);
    expect(turns).toBeGreaterThan(10);
  });
});

describe("what is parsed of a text", () => {
  it.each([
    ["its first 50,000 characters", "a".repeat(512_000), 50_000],
    ["up to its 3,000th tag", "<b>".repeat(170_000), 9000],
    ["all of an ordinary one", "<p>Soft cotton.</p>".repeat(100), 1900],
  ])("is %s", (_, html, length) => {
    expect(boundHtml(html)).toHaveLength(length);
  });

  it("is nothing where only whether it is the same is asked of one that is larger", () => {
    const html = "<b>".repeat(170_000);
    const bytes = createHash("sha256").update(html).digest("hex").slice(0, 32);
    expect(digestOf(html)).toBe(`bytes:${bytes}`);
    expect(digestOf(`${html} `)).not.toBe(digestOf(html));
  });

  it("costs no more where the text is larger", () => {
    for (const text of hostileTexts(20261123, 120, 512_000))
      expect(boundHtml(text).length).toBeLessThanOrEqual(50_000);
  });
});
