import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepConnected } from "./ui/connection.ts";
import { readyForAway } from "./ui/ready-for-away.ts";

keepConnected();
readyForAway();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
