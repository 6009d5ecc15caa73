import type { IncomingMessage, ServerResponse } from "node:http";
import { createSupplierClient, type SupplierClientOptions } from "#app/supplier/client.ts";
import { serveBodies } from "#test/support/serve-bodies.ts";

type SeenRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
};

export type Answer = (response: ServerResponse, request: SeenRequest) => void;

/** A bare HTTP server for what a well-behaved stand-in cannot do: each request takes the next answer, the last one stays. */
export async function startLocalService(...answers: readonly Answer[]) {
  const seen: SeenRequest[] = [];
  const server = serveBodies((body, { method = "", url = "", headers }, response) => {
    const request = { method, url, headers, body };
    seen.push(request);
    answers[Math.min(seen.length, answers.length) - 1]?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The local service has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const answerJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

export const refuse = (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  answerJson(status, { error: { code, message: "Said so" } }, headers);

/** A client whose waits are recorded instead of waited, and whose log lines are kept. */
export function buildClient(baseUrl: string, overrides: Partial<SupplierClientOptions> = {}) {
  const waitsMs: number[] = [];
  const logged: object[] = [];
  const client = createSupplierClient({
    baseUrl,
    keyId: "lk_local",
    secret: "secret-of-the-key",
    clock: { now: () => new Date("2026-11-21T12:00:00Z") },
    log: { debug: (fields) => void logged.push(fields), warn: (fields) => void logged.push(fields) },
    sleep: async (ms) => void waitsMs.push(ms),
    random: () => 0,
    ...overrides,
  });
  return { client, waitsMs, logged };
}
