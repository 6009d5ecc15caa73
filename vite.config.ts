import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";

/** Rooms that Node loads from source at run time, so that a module exists once in a process. */
const ROOMS = /^#app\/(domain|supplier|shopify|platform|jobs)\//;

/** Leaves the imports of our rooms in the server build as they are written. */
function keepRoomsExternal(): Plugin {
  return {
    name: "keep-rooms-external",
    enforce: "pre",
    resolveId(source, _importer, options) {
      return options.ssr && ROOMS.test(source) ? { id: source, external: true } : null;
    },
  };
}

export default defineConfig({
  plugins: [
    keepRoomsExternal(),
    remix({
      serverModuleFormat: "esm",
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_lazyRouteDiscovery: false,
        v3_routeConfig: true,
        // App Bridge retries a data request on its plain 401; single fetch would wrap that answer.
        v3_singleFetch: false,
      },
    }),
  ],
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1200 },
  ssr: { noExternal: ["@shopify/polaris", "@shopify/polaris-icons"] },
});
