import type { IncomingMessage } from "node:http";

export const bodyLimitBytes = 2 * 1024 * 1024;

/** The bytes as sent, or null once they exceed the limit; reading stops there. Throws when the sender breaks off. */
export async function readRawBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > bodyLimitBytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > bodyLimitBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}
