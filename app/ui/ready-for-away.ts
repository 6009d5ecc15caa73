type Manifest = {
  readonly routes: Readonly<
    Record<string, { readonly module: string; readonly imports?: readonly string[] }>
  >;
};

declare global {
  interface Window {
    readonly __remixManifest?: Manifest;
  }
}

/**
 * Readies an opened app for a line that breaks. Remix reloads the document where a page's code cannot be loaded, which
 * would show the browser's error page: so the code of every page is fetched once this page stands, and a service worker
 * answers documents that cannot be reached. Where a browser allows no worker in a frame, there is none.
 */
export function readyForAway(): void {
  if (document.readyState === "complete") prepare();
  else addEventListener("load", prepare, { once: true });
}

function prepare(): void {
  navigator.serviceWorker?.register("/away.js").catch(() => undefined);
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
  whenIdle(() => preloadPages());
}

function preloadPages(): void {
  const routes = Object.values(window.__remixManifest?.routes ?? {});
  const files = new Set(routes.flatMap(({ module, imports = [] }) => [module, ...imports]));
  for (const href of files) {
    const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href });
    link.fetchPriority = "low";
    document.head.append(link);
  }
}
