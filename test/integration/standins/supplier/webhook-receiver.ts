import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { serveBodies } from "#test/support/serve-bodies.ts";

type Received = {
  headers: IncomingHttpHeaders;
  rawBody: string;
  event: string;
  id: string;
  path: string;
};

export type WebhookReceiver = {
  url: string;
  received: Received[];
  /** Status codes for the next deliveries, then 200; "hang" never answers. */
  answers: (number | "hang")[];
  close(): Promise<void>;
};

/** A reseller's webhook address on this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const answers: (number | "hang")[] = [];
  const server = serveBodies((body, request, response) => {
    const { headers } = request;
    received.push({
      headers,
      rawBody: body.toString("utf8"),
      event: String(headers["x-service-event"]),
      id: String(headers["x-service-event-id"]),
      path: request.url ?? "",
    });
    const answer = answers.shift() ?? 200;
    if (answer !== "hang") response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function signatureOf(rawBody: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(rawBody).digest("hex")}`;
}
