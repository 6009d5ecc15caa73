declare global {
  interface Window {
    readonly earlyPress?: { readonly button: HTMLElement | null; readonly stop: () => void };
  }
}

/**
 * Script of a document, run before any of it is shown. Its buttons are seen before the page's code has arrived: the newest
 * press on one is kept until then, where it would be lost without a word. React would escape `<`, `>`, `&` and quotes.
 */
export const KEEP_EARLY_PRESS = `
function keepPress(event) {
  const button = event.target.closest(\`button\`);
  if (button === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  earlyPress.button = button;
}
window.earlyPress = { button: null, stop() { removeEventListener(\`click\`, keepPress, true); } };
addEventListener(\`click\`, keepPress, true);
`;

/** Presses once more what was pressed before, now that somebody answers. */
export function answerEarlyPress(): void {
  const { button, stop } = window.earlyPress ?? {};
  stop?.();
  button?.click();
}
