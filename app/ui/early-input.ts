declare global {
  interface Window {
    readonly earlyInput?: {
      readonly button: HTMLElement | null;
      readonly fields: ReadonlyMap<Field, string>;
      readonly stop: () => void;
    };
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Script of a document, run before any of it is shown. Its buttons and fields are seen before the page's code has arrived:
 * the newest press and what was typed or chosen are kept until then, where they would be lost without a word. React would
 * escape `<`, `>`, `&` and quotes.
 */
export const KEEP_EARLY_INPUT = `
function keepPress(event) {
  const button = event.target.closest(\`button, [type=checkbox], [type=radio]\`);
  if (button === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  earlyInput.button = button;
}
function keepField({ target }) {
  if (!target.matches(\`[type=checkbox], [type=radio]\`)) earlyInput.fields.set(target, target.value);
}
window.earlyInput = {
  button: null,
  fields: new Map(),
  stop() {
    removeEventListener(\`click\`, keepPress, true);
    removeEventListener(\`input\`, keepField, true);
  },
};
addEventListener(\`click\`, keepPress, true);
addEventListener(\`input\`, keepField, true);
`;

/**
 * Does once more what was done before, now that somebody answers: first what was typed, then what was pressed. `takeOver`
 * has React answer the document.
 */
export function repeatEarlyInput(takeOver: () => void): void {
  const { button, fields, stop } = window.earlyInput ?? {};
  stop?.();
  // React compares a field with what stood in it when it was taken over.
  for (const field of fields?.keys() ?? []) field.value = valueFromServer(field);
  takeOver();
  for (const [field, value] of fields ?? []) {
    // What contains a field is taken over before it gets any event.
    field.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true }));
    writeAsBrowser(field, value);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
    );
  }
  button?.click();
}

function valueFromServer(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return [...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? "";
}

/** Past the setter that React puts on a field, as typing is. */
function writeAsBrowser(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
}
