import type { App } from "#app/app.server.ts";
import type { Viewer } from "./record-access.server.ts";

declare module "@remix-run/node" {
  interface AppLoadContext {
    app: App;
    /** Says who the request is answered for: whose customers are opened from then on is recorded as shown to them. Awaited before anything is done. */
    isFor: (viewer: Viewer) => Promise<void>;
  }
}
