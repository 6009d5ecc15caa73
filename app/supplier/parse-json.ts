/** The parsed text, or undefined when it is not JSON. The engine's own error is dropped: it quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
