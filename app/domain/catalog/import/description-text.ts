import sanitizeHtml from "sanitize-html";

/** A sanitised description as plain text to edit: paragraphs apart by a blank line, points of lists with "- ". */
export function descriptionToText(html: string): string {
  const marked = html
    .replace(/<li>/gi, "\n- ")
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/(p|h[1-6]|ul|ol|table|blockquote)>/gi, "\n\n")
    .replace(/<\/tr>/gi, "\n")
    .replace(/<\/t[dh]>/gi, " ")
    .replace(/<hr\s*\/?>/gi, "\n\n");
  const plain = fromEntities(sanitizeHtml(marked, { allowedTags: [], allowedAttributes: {} }));
  return plain
    .split("\n")
    .map((line) => line.replace(/[ \t\u00a0]+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The way back; nothing in the text is markup. */
export function textToDescription(text: string): string {
  const blocks = text
    .replace(/\r\n?/g, "\n")
    .normalize("NFC")
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    );
  return blocks.map(toBlock).join("");
}

function toBlock(lines: readonly string[]): string {
  const parts: string[] = [];
  let points: string[] = [];
  let words: string[] = [];
  const endWords = () => {
    if (words.length > 0) parts.push(`<p>${words.join("<br />")}</p>`);
    words = [];
  };
  const endPoints = () => {
    if (points.length > 0) parts.push(`<ul>${points.map((point) => `<li>${point}</li>`).join("")}</ul>`);
    points = [];
  };
  for (const line of lines) {
    const point = /^[-•*]\s+(.*)$/.exec(line)?.[1];
    if (point === undefined) {
      endPoints();
      words.push(toEntities(line));
    } else {
      endWords();
      points.push(toEntities(point));
    }
  }
  endWords();
  endPoints();
  return parts.join("");
}

function toEntities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function fromEntities(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");
}
