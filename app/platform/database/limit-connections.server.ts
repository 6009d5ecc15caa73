import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";

/** All who send to us come back after a 503. */
const retryAfterSeconds = "10";

/**
 * Passes requests on to `listener` while no more than `most` connections are open, and answers 503 beyond. One that only waits
 * for its next request makes room, the longest first. From twice as many on, connections are closed unheard.
 */
export function limitConnections(server: Server, most: number, listener: RequestListener): void {
  const open = new Set<Socket>();
  /** Those that were answered and wait for their next request, the longest first. */
  const idle = new Set<Socket>();
  const unanswered = new WeakMap<Socket, number>();
  function forget(socket: Socket): void {
    open.delete(socket);
    idle.delete(socket);
  }
  function makeRoom(): void {
    for (const socket of idle) {
      if (open.size <= most) return;
      forget(socket);
      socket.destroy();
    }
  }
  function count(socket: Socket, more: 1 | -1): void {
    const left = (unanswered.get(socket) ?? 0) + more;
    unanswered.set(socket, left);
    if (left > 0) idle.delete(socket);
    else if (open.has(socket)) idle.add(socket);
  }
  server.maxConnections = 2 * most;
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => forget(socket));
    makeRoom();
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    count(socket, 1);
    response.once("close", () => count(socket, -1));
    makeRoom();
    if (open.size <= most) return void listener(request, response);
    response.writeHead(503, { "content-length": 0, "retry-after": retryAfterSeconds, connection: "close" });
    response.end();
  });
}
