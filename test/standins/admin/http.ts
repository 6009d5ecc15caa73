import { readFile } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import path from "node:path";

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** Answers a failure with its sentence: the stand-in has no secrets. */
export function answerErrors(answer: Answer) {
  return (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      sendJson(response, 500, { error: error instanceof Error ? error.message : "failed" });
    });
  };
}

/** Listens on this machine only; 0 is any free port. Its origin. */
export async function listenLocally(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return `http://localhost:${typeof address === "object" && address ? address.port : 0}`;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** A file of `browser`. */
export async function sendFile(response: ServerResponse, name: string, type: string): Promise<void> {
  send(response, 200, type, await readFile(path.join(import.meta.dirname, "browser", name), "utf8"));
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, "application/json", JSON.stringify(body));
}

export function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
}
