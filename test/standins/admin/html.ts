/** Text made safe for HTML, as content or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Data for a `<script type="application/json">`: no sequence in it may end the element. */
export function jsonForScript(data: unknown): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
