import type { IncomingMessage } from "node:http";

/** What all bodies under way may hold together. */
export type BodyLimits = {
  /** Requests from their first byte until their answer. */
  readonly mostRequests: number;
  readonly mostBytes: number;
  /** A body that has been arriving for longer gives way when the limits are reached. */
  readonly slowAfterMs: number;
};

export type ReadBody =
  /** The bytes as sent. */
  | { readonly kind: "read"; readonly body: Buffer }
  | { readonly kind: "too_large" }
  /** The limits of all bodies together are reached: the sender is to come back. */
  | { readonly kind: "busy" }
  | { readonly kind: "broken_off" };

/** Reads a body of at most `mostBytes` and hands it to `use`; the memory counts as held until `use` has ended. */
export type BodyReader = <T>(
  request: IncomingMessage,
  mostBytes: number,
  use: (read: ReadBody) => Promise<T>,
) => Promise<T>;

type BodyInProgress = {
  cost: number;
  readonly since: number;
  /** Ends a reading that is still under way. */
  giveUp: (() => void) | null;
};

/** What a piece costs besides its bytes: a body sent byte by byte holds far more memory than it has bytes. */
const bytesPerPiece = 256;

/**
 * A reader of bodies under common limits. Where they are reached, the body that has been arriving longest gives way to
 * the next one, if it is slow; else the next one is turned away.
 */
export function createBodyReader(limits: BodyLimits): BodyReader {
  const held = new Set<BodyInProgress>();
  let heldBytes = 0;

  const setCost = (one: BodyInProgress, cost: number): void => {
    heldBytes += cost - one.cost;
    one.cost = cost;
  };

  /** Whether a slow reading was ended; the oldest come first. */
  const endSlowest = (asking: BodyInProgress | null): boolean => {
    for (const one of held) {
      if (one === asking || one.giveUp === null) continue;
      if (performance.now() - one.since < limits.slowAfterMs) return false;
      one.giveUp();
      return true;
    }
    return false;
  };

  const makeRoom = (asking: BodyInProgress): boolean => {
    while (heldBytes > limits.mostBytes) if (!endSlowest(asking)) return false;
    return true;
  };

  const receive = (request: IncomingMessage, mostBytes: number, own: BodyInProgress): Promise<ReadBody> =>
    // By events: iterating sets up far more than a body that mostly comes in one piece is worth.
    new Promise((settle) => {
      let pieces: Buffer[] = [];
      let size = 0;
      const finish = (read: ReadBody): void => {
        if (own.giveUp === null) return;
        request.off("data", keep);
        own.giveUp = null;
        pieces = [];
        if (read.kind !== "read") leave(own);
        settle(read);
      };
      const keep = (piece: Buffer): void => {
        size += piece.length;
        pieces.push(piece);
        setCost(own, own.cost + piece.length + bytesPerPiece);
        if (size > mostBytes) finish({ kind: "too_large" });
        else if (!makeRoom(own)) finish({ kind: "busy" });
      };
      own.giveUp = () => finish({ kind: "busy" });
      request.on("data", keep);
      request.once("end", () => finish({ kind: "read", body: Buffer.concat(pieces, size) }));
      request.once("error", () => finish({ kind: "broken_off" }));
      request.once("close", () => finish({ kind: "broken_off" }));
    });

  const leave = (own: BodyInProgress): void => {
    setCost(own, 0);
    held.delete(own);
  };

  return async (request, mostBytes, use) => {
    if (Number(request.headers["content-length"] ?? 0) > mostBytes) return use({ kind: "too_large" });
    if (held.size >= limits.mostRequests && !endSlowest(null)) return use({ kind: "busy" });
    const own: BodyInProgress = { cost: 0, since: performance.now(), giveUp: null };
    held.add(own);
    try {
      return await use(await receive(request, mostBytes, own));
    } finally {
      leave(own);
    }
  };
}
