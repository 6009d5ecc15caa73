import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepConnected } from "./ui/connection.ts";
import { repeatEarlyInput } from "./ui/early-input.ts";
import { readyForAway } from "./ui/ready-for-away.ts";

keepConnected();
readyForAway();

repeatEarlyInput(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
      { onRecoverableError },
    );
  }),
);

/**
 * A part of a page that changes before React has taken it over is drawn anew by the browser, and nothing is wrong with it;
 * every other such error is reported as any is.
 */
function onRecoverableError(error: unknown): void {
  const isChangedEarly =
    error instanceof Error && /#421\b|received an update before it finished hydrating/.test(error.message);
  if (!isChangedEarly) reportError(error);
}
