import type { IncomingMessage } from "node:http";

export const bodyLimitBytes = 2 * 1024 * 1024;

/** The bytes as sent, or null once they exceed the limit; reading stops there. Rejects when the sender breaks off. */
export function readRawBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > bodyLimitBytes) return Promise.resolve(null);
  // By events: iterating sets up far more than a body that mostly comes in one piece is worth.
  return new Promise((settle, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= bodyLimitBytes) return;
      request.pause();
      request.removeAllListeners("data");
      settle(null);
    });
    request.once("end", () => settle(Buffer.concat(chunks, size)));
    request.once("error", fail);
    request.once("close", () => {
      // Every request closes: an error for nobody, with its stack, costs more than reading the body did.
      if (!request.readableEnded) fail(new Error("The sender broke off"));
    });
  });
}
