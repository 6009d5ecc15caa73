/**
 * Completes the Content-Security-Policy of a document. Shopify's library names the frames of a known shop; a document
 * without a shop may not be framed at all. `extraFrame` is the demo's stand-in of the admin.
 */
export function allowFrame(headers: Headers, extraFrame: string | undefined): void {
  const policy = headers.get("Content-Security-Policy");
  if (policy === null) {
    headers.set("Content-Security-Policy", `frame-ancestors ${extraFrame ?? "'none'"};`);
    return;
  }
  if (extraFrame !== undefined) {
    headers.set(
      "Content-Security-Policy",
      policy.replace("frame-ancestors ", `frame-ancestors ${extraFrame} `),
    );
  }
}
