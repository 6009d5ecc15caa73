import { useSyncExternalStore } from "react";
import { sendWithRetries, type WaitingFor } from "./retrying-fetch.ts";

/** Whether answers come: `lost` while somebody waits for one, `offline` while the device has no network. */
export type Connection = { readonly isOffline: boolean; readonly waitingFor: WaitingFor | null };

const FINE: Connection = { isOffline: false, waitingFor: null };

const waiting = new Set<{ readonly waitingFor: WaitingFor }>();
const listeners = new Set<() => void>();
let shown = FINE;

function notifyListeners(): void {
  const isPress = [...waiting].some(({ waitingFor }) => waitingFor === "press");
  const waitingFor = isPress ? "press" : waiting.size > 0 ? "page" : null;
  shown = { isOffline: !navigator.onLine, waitingFor };
  for (const listener of listeners) listener();
}

function report(waitingFor: WaitingFor): () => void {
  const entry = { waitingFor };
  waiting.add(entry);
  notifyListeners();
  return () => {
    waiting.delete(entry);
    notifyListeners();
  };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    listen,
    () => shown,
    () => FINE,
  );
}

function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((settle, fail) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", proceed);
      signal?.removeEventListener("abort", stop);
    };
    const proceed = () => {
      end();
      settle();
    };
    const stop = () => {
      end();
      fail(signal?.reason);
    };
    const timer = setTimeout(proceed, ms);
    addEventListener("online", proceed);
    signal?.addEventListener("abort", stop);
  });
}

function beginFollowing(): (address: string) => Promise<void> {
  const place = placeOf(window.__remixRouter);
  return async (address) => {
    const router = window.__remixRouter;
    // Another site is the router's own to go to.
    if (address.startsWith("/") && placeOf(router) === place) await router.navigate(address);
  };
}

function placeOf({ state }: typeof window.__remixRouter) {
  return state.navigation.location ?? state.location;
}

/**
 * From now on every request of the pages for data is sent until it is answered. It stands around App Bridge's own `fetch`,
 * which adds the session token, so that each try bears a fresh one.
 */
export function keepConnected(): void {
  const send = window.fetch.bind(window);
  const deps = {
    ...{ send, pause, report },
    newRequestId: () => crypto.randomUUID(),
    now: () => Date.now(),
    shownPath: () => location.pathname,
    beginFollowing,
  };
  window.fetch = (input, init) => {
    const url = typeof input === "string" ? input : input instanceof URL ? input.href : null;
    if (url === null || !isOfAPage(url)) return send(input, init);
    return sendWithRetries(deps, url, init ?? {});
  };
  addEventListener("online", notifyListeners);
  addEventListener("offline", notifyListeners);
  if (!navigator.onLine) notifyListeners();
}

/** A page's data is asked for by the name of its route. */
function isOfAPage(address: string): boolean {
  const url = new URL(address, location.href);
  return url.origin === location.origin && url.searchParams.has("_data");
}
