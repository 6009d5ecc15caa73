import { escapeHtml } from "./html.ts";
import { type Field, type Press, type PressSection, pressSections } from "./presses/sections.ts";

/** The drawer: one form a topic, a button a press, and below them what each press asked of the stand-ins. */
export function renderDrawer(): string {
  return `<aside class="drawer" id="drawer" aria-label="Play the world">
    <header><h2>Play the world</h2><button id="drawer-close" aria-label="Close the drawer">Close</button></header>
    <div class="acts"><p>What customers, the merchant, the supplier and bad luck would do. Each press shows the request it made.</p>
    ${pressSections.map(renderSection).join("")}</div>
    <section class="results" aria-label="Requests made"><h2>Requests made</h2><ol id="played" aria-live="polite" aria-relevant="additions"></ol></section>
  </aside>`;
}

function renderSection({ title, groups }: PressSection, index: number): string {
  const forms = groups.map(
    ({ fields, presses, hint }) => `<form data-press="group">
      ${hint ? `<p>${escapeHtml(hint)}</p>` : ""}
      ${fields.map(renderField).join("")}
      <div class="presses">${presses.map(renderPress).join("")}</div>
    </form>`,
  );
  return `<section><details${index === 0 ? " open" : ""}><summary>${escapeHtml(title)}</summary>${forms.join("")}</details></section>`;
}

function renderField(field: Field): string {
  const label = escapeHtml(field.label);
  if (field.kind === "things") {
    return `<label>${label}<select name="${field.name}" data-things="${field.of}" data-empty="${escapeHtml(field.empty)}"></select></label>`;
  }
  if (field.kind === "choice") {
    const options = field.options.map(
      ([value, text]) => `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`,
    );
    return `<label>${label}<select name="${field.name}">${options.join("")}</select></label>`;
  }
  return `<label>${label}<input name="${field.name}" type="${field.kind}" value="${escapeHtml(field.value)}"></label>`;
}

function renderPress({ name, label }: Press): string {
  return `<button name="press" value="${name}">${escapeHtml(label)}</button>`;
}
