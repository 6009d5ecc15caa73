import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { descriptionToText, textToDescription } from "#app/domain/catalog/import/description-text.ts";

describe("descriptionToText", () => {
  it.each([
    ["<p>Soft.</p><p>Wash <b>cold</b>.</p>", "Soft.\n\nWash cold."],
    ["<ul><li>Steel</li><li>Rubber</li></ul>", "- Steel\n- Rubber"],
    ["<p>One<br />two</p>", "One\ntwo"],
    ["<p>5 &lt; 6 &amp; 7</p>", "5 < 6 & 7"],
    ["", ""],
  ])("shows %o as %o", (html, text) => {
    expect(descriptionToText(html)).toBe(text);
  });
});

describe("textToDescription", () => {
  it.each([
    ["Soft.\n\nWash cold.", "<p>Soft.</p><p>Wash cold.</p>"],
    [
      "It holds:\n- Steel\n- Rubber\nEnough.",
      "<p>It holds:</p><ul><li>Steel</li><li>Rubber</li></ul><p>Enough.</p>",
    ],
    ["One\r\ntwo", "<p>One<br />two</p>"],
    ["<script>alert(1)</script> & more", "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>"],
    ["  \n\n ", ""],
  ])("writes %o as %o", (text, html) => {
    expect(textToDescription(text)).toBe(html);
  });

  it("comes back the same, whatever is typed", () => {
    const words = fc.stringMatching(/^[a-z<>&"']{1,8}( [a-z<>&"']{1,8}){0,3}$/);
    const lines = fc.array(fc.tuple(fc.boolean(), words), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(lines, { minLength: 1, maxLength: 4 }), (blocks) => {
        const text = textToDescription(
          blocks
            .map((block) => block.map(([isPoint, line]) => (isPoint ? `- ${line}` : line)).join("\n"))
            .join("\n\n"),
        );
        expect(textToDescription(descriptionToText(text)).replaceAll(/<\/?(p|ul)>/g, "")).toBe(
          text.replaceAll(/<\/?(p|ul)>/g, ""),
        );
      }),
    );
  });
});
