import type { RequestListener, Server } from "node:http";

/** All who send to us come back after a 503. */
const retryAfterSeconds = "10";

/**
 * Passes requests on to `listener` while no more than `most` connections are open, and answers 503 beyond. From twice as
 * many on, connections are closed unheard.
 */
export function limitConnections(server: Server, most: number, listener: RequestListener): void {
  const open = new Set<unknown>();
  server.maxConnections = 2 * most;
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request, response) => {
    if (open.size <= most) return void listener(request, response);
    response.writeHead(503, { "content-length": 0, "retry-after": retryAfterSeconds, connection: "close" });
    response.end();
  });
}
