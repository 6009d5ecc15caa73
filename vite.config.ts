import { readdir, readFile, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import { keepUsedStyles } from "./vite/used-styles.ts";

/** Rooms that Node loads from source at run time, so that a module exists once in a process. */
const ROOMS = /^#app\/(domain|supplier|shopify|platform|jobs)\//;

/** Leaves the imports of our rooms in the server build as they are written; Vite's own server names their files. */
function keepRoomsExternal(): Plugin {
  let isBuild = true;
  return {
    name: "keep-rooms-external",
    enforce: "pre",
    // Vite's server would run a file itself; what it takes for Node's own it leaves to Node.
    config: (_config, { command }) =>
      command === "build"
        ? {}
        : { environments: { ssr: { resolve: { builtins: [...builtinModules, /^node:/, /^file:/] } } } },
    configResolved: ({ command }) => {
      isBuild = command === "build";
    },
    resolveId(source, _importer, options) {
      if (!options.ssr || !ROOMS.test(source)) return null;
      const id = isBuild ? source : pathToFileURL(path.join(import.meta.dirname, source.slice(1))).href;
      return { id, external: true };
    },
  };
}

const ASSETS = path.join(import.meta.dirname, "build/client/assets");

/**
 * Writes each asset a second and third time, as small as it can be made: once at the build, not per request. After the
 * server's build, which writes the last of them.
 */
function compressAssets(): Plugin {
  let isOfServer = false;
  return {
    name: "compress-assets",
    apply: "build",
    configResolved: ({ build }) => {
      isOfServer = Boolean(build.ssr);
    },
    closeBundle: async () => {
      if (!isOfServer) return;
      for (const name of await readdir(ASSETS)) {
        if (!/\.(?:js|css|svg)$/.test(name)) continue;
        const file = path.join(ASSETS, name);
        const bytes = await readFile(file);
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }
    },
  };
}

/** What draws charts is loaded by the first chart alone, and is far larger than a page. */
const DRAWING = /\/app\/ui\/chart\/drawn-/;

/** What only lists and their filters use, of Polaris and of ours: Home, which is opened first, does without it. */
const POLARIS_OF_LISTS =
  /\/@shopify\/polaris\/.*\/components\/(?:BulkActions|CheckableButton|Combobox|DataTable|DropZone|EmptySearchResult|Filters|IndexProvider|IndexTable|Listbox|OptionList|Select|SelectAllActions|Sticky|Tabs)\//;
const UI_OF_LISTS = /\/app\/ui\/(?:counted-words|resource-list\/|steady-tabs|list-filters|table-sort)/;

/** A page loads few files: over a phone's line each one more waits for its turn. */
function toChunk(id: string): string | undefined {
  if (POLARIS_OF_LISTS.test(id) || UI_OF_LISTS.test(id)) return "lists";
  if (/\/node_modules\/(?:react|react-dom|scheduler|@remix-run|turbo-stream)\//.test(id)) return "framework";
  if (/\/node_modules\/(?:@shopify|react-transition-group|react-fast-compare)\//.test(id)) return "polaris";
  if (DRAWING.test(id)) return undefined;
  return /\/app\/(?:ui|platform)\//.test(id) ? "ui" : undefined;
}

const POLARIS = ["@shopify/polaris", "@shopify/polaris-icons"];
/** What `OwnPart` needs of Polaris by its file. */
const POLARIS_CONTEXTS = ["media-query", "portals"].map(
  (folder) => `@shopify/polaris/build/esm/utilities/${folder}/context.js`,
);

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    keepRoomsExternal(),
    compressAssets(),
    keepUsedStyles(),
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
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: toChunk, experimentalMinChunkSize: 12_000 },
    },
  },
  // The build holds Polaris and starts fast. While developing Node loads it, which spares Vite a thousand files.
  ssr: { noExternal: command === "build" ? POLARIS : [] },
  // Named here, a package is ready beforehand. One that is found while pages are shown reloads them; found while one is
  // written, it gives all packages a new address, and that page a second React.
  optimizeDeps: {
    include: [
      ...POLARIS,
      ...POLARIS_CONTEXTS,
      "@shopify/app-bridge-react",
      "@remix-run/node",
      "recharts",
      "zod",
    ],
  },
  // A tunnel shows these folders to everybody: never `.data` with its keys, nor the rest of the project.
  server: { fs: { allow: ["app", "node_modules"] } },
}));
