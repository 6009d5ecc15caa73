import type { App } from "#app/app.server.ts";

declare module "@remix-run/node" {
  interface AppLoadContext {
    app: App;
  }
}
