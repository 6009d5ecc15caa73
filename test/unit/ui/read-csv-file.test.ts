import { describe, expect, it } from "vitest";
import { readCsvFile } from "#app/ui/read-csv-file.ts";

const CSV = { headers: { "Content-Type": "text/csv; charset=utf-8" } };

function read(send: (signal: AbortSignal) => Promise<Response>) {
  return readCsvFile({ send: (_address, { signal }) => send(signal), stallMs: 20 }, "/orders/export");
}

/** A body that ends as told after its first part. */
function broken(end: (controller: ReadableStreamDefaultController) => void, signal?: AbortSignal): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("Order\r\n"));
      signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
    },
    pull: end,
  });
  return new Response(body, CSV);
}

describe("a file for the merchant", () => {
  it("is given whole", async () => {
    const file = await read(async () => new Response("Order\r\n#1\r\n", CSV));
    expect(await file?.text()).toBe("Order\r\n#1\r\n");
  });

  it.each<readonly [string, (signal: AbortSignal) => Promise<Response>]>([
    ["no answer came", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["the server refused", async () => new Response("no", { ...CSV, status: 500 })],
    ["a page came instead", async () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    [
      "the line broke in its middle",
      async () => broken((controller) => controller.error(new Error("reset"))),
    ],
    ["nothing more of it came", async (signal) => broken(() => undefined, signal)],
  ])("is none where %s", async (_what, send) => {
    expect(await read(send)).toBeNull();
  });
});
