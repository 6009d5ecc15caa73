declare global {
  interface Window {
    readonly earlyInput?: {
      readonly press: (() => void) | null;
      readonly fields: ReadonlyMap<Field, string>;
      readonly stop: () => void;
    };
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Script of a document, run before any of it is shown. Its buttons and fields are seen before the page's code has arrived:
 * the newest press, of a button or of Enter in a form, and what was typed or chosen are kept until then, where they would be
 * lost without a word. React would escape `<`, `>`, `&` and quotes.
 */
export const KEEP_EARLY_INPUT = `
function keep(event, press) {
  event.preventDefault();
  event.stopImmediatePropagation();
  earlyInput.press = press;
}
function keepClick(event) {
  const button = event.target.closest(\`button, [type=checkbox], [type=radio]\`);
  if (button !== null) keep(event, function () { button.click(); });
}
function keepSubmit(event) {
  const form = event.target;
  keep(event, function () { form.requestSubmit(); });
}
function keepField({ target }) {
  if (!target.matches(\`[type=checkbox], [type=radio]\`)) earlyInput.fields.set(target, target.value);
}
window.earlyInput = {
  press: null,
  fields: new Map(),
  stop() {
    removeEventListener(\`click\`, keepClick, true);
    removeEventListener(\`submit\`, keepSubmit, true);
    removeEventListener(\`input\`, keepField, true);
  },
};
addEventListener(\`click\`, keepClick, true);
addEventListener(\`submit\`, keepSubmit, true);
addEventListener(\`input\`, keepField, true);
`;

/**
 * Does once more what was done before, now that somebody answers: first what was typed, then what was pressed. `takeOver`
 * has React answer the document.
 */
export function repeatEarlyInput(takeOver: () => void): void {
  const { press, fields, stop } = window.earlyInput ?? {};
  stop?.();
  // React compares what is typed with what stood there when it took the field over; of a choice it asks nothing.
  for (const field of fields?.keys() ?? [])
    if (!(field instanceof HTMLSelectElement)) field.value = field.defaultValue;
  takeOver();
  for (const [field, value] of fields ?? []) {
    // What contains a field is taken over before it gets any event.
    field.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true }));
    writeAsBrowser(field, value);
    const event = field instanceof HTMLSelectElement ? "change" : "input";
    field.dispatchEvent(new Event(event, { bubbles: true }));
  }
  press?.();
}

/** Past the setter that React puts on a field, as typing is. */
function writeAsBrowser(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
}
