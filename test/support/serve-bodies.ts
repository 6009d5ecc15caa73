import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** A server that answers a request once its body is whole. What fails while one is read or answered ends its connection. */
export function serveBodies(
  answer: (body: Buffer, request: IncomingMessage, response: ServerResponse) => void,
): Server {
  return createServer((request, response) => {
    readBody(request)
      .then((body) => answer(body, request, response))
      .catch((error: Error) => response.destroy(error));
  });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
