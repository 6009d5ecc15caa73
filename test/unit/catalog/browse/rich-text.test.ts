import { describe, expect, it } from "vitest";
import { toRichText } from "#app/domain/catalog/browse/rich-text.ts";
import { sanitizeDescription } from "#app/domain/catalog/text/sanitize-description.ts";

describe("a description as a tree", () => {
  it("keeps its paragraphs, lists and emphasis", () => {
    expect(toRichText("<p>Soft <strong>cotton</strong><br />throw.</p><ul><li>Warm</li></ul>")).toEqual([
      {
        tag: "p",
        children: ["Soft ", { tag: "strong", children: ["cotton"] }, { tag: "br", children: [] }, "throw."],
      },
      { tag: "ul", children: [{ tag: "li", children: ["Warm"] }] },
    ]);
  });

  it("reads entities once", () => {
    expect(toRichText("5 &lt; 6 &amp;amp; &quot;ok&quot;")).toEqual(['5 < 6 &amp; "ok"']);
  });

  it("shows what is not a plain tag as text", () => {
    expect(toRichText('a <b onclick="x">c')).toEqual(['a <b onclick="x">c']);
    expect(toRichText("a </p> b")).toEqual(["a ", " b"]);
  });

  it("holds nothing but formatting, whatever the supplier wrote", () => {
    const hostile = `<p onclick="alert('x')">Soft</p><script>alert(1)</script><img src=x onerror=alert(2)>
      <a href="javascript:alert(3)">Size</a><iframe src="https://evil.example"></iframe><p>5 &lt; 6</p>`;
    const tags = JSON.stringify(toRichText(sanitizeDescription(hostile))).match(/"tag":"\w+"/g);
    expect(new Set(tags)).toEqual(new Set(['"tag":"p"']));
  });
});
