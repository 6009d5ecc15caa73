/** One request the drawer made, as it is shown to whoever pressed. */
type MadeRequest = { method: "POST"; url: string; body: unknown; status: number; answer: unknown };

export type ControlCalls = {
  readonly made: readonly MadeRequest[];
  supplier(control: string, body?: unknown): Promise<unknown>;
  shopify(control: string, body?: unknown): Promise<unknown>;
};

export type ControlUrls = { readonly shopifyControlUrl: string; readonly supplierControlUrl: string };

/** Calls the controls of the two stand-ins over HTTP and keeps what was said. */
export function createControlCalls({ shopifyControlUrl, supplierControlUrl }: ControlUrls): ControlCalls {
  const made: MadeRequest[] = [];
  async function call(url: string, body: unknown): Promise<unknown> {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const answer: unknown = text === "" ? null : JSON.parse(text);
    made.push({ method: "POST", url, body, status: response.status, answer });
    if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`);
    return answer;
  }
  return {
    made,
    supplier: (control, body = {}) => call(`${supplierControlUrl}/${control}`, body),
    shopify: (control, body = {}) => call(`${shopifyControlUrl}/${control}`, body),
  };
}
