import { type Connection, useConnection } from "./connection.ts";

/** On every page while answers do not come: what is known, and what happens by itself. */
export function ConnectionStrip() {
  const words = wordsFor(useConnection());
  return (
    <div role="status" className={words === null ? undefined : "k-connection-strip"}>
      {words}
    </div>
  );
}

function wordsFor({ isOffline, waitingFor }: Connection): string | null {
  if (waitingFor === "press")
    return isOffline
      ? "You are offline. What you typed stays here. Once you are back, Karwan checks whether your last press arrived and goes on."
      : "No answer yet. What you typed stays here. Karwan is checking what became of your press; there is no need to press again.";
  if (isOffline) return "You are offline. What you see stays here, and is read again once you are back.";
  if (waitingFor === "page")
    return "Karwan does not answer just now. What you see stays here, and is read again by itself.";
  return null;
}
