import type { Browser, BrowserContext } from "playwright-core";
import { openBrowser } from "./browser.ts";

/** The contexts of one file in a browser that others use before and after it. */
export type SharedBrowser = Pick<Browser, "newContext" | "version"> & {
  /** Closes its contexts with their pages; the browser stays for the next file. */
  close(): Promise<void>;
};

let running: Promise<Browser> | undefined;

/** The one browser of the files of a worker: started for the first of them, and ended with the worker's process. */
export async function shareBrowser(): Promise<SharedBrowser> {
  const browser = await getRunning();
  const contexts = new Set<BrowserContext>();
  return {
    version: () => browser.version(),
    newContext: async (options) => {
      const context = await browser.newContext(options);
      contexts.add(context);
      context.once("close", () => contexts.delete(context));
      return context;
    },
    close: async () => {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
}

/** One that crashed, or could not be started, does not fail the files after it. */
async function getRunning(): Promise<Browser> {
  const before = await running?.catch(() => undefined);
  if (before?.isConnected()) return before;
  running = launch();
  return running;
}

/**
 * Vitest ends a worker by SIGTERM and half a second later by force, which may be too short for a browser that is asked to
 * close. Whatever else ends the worker: a browser whose pipe breaks leaves by itself.
 */
function launch(): Promise<Browser> {
  if (!running) process.once("SIGTERM", () => process.exit());
  return openBrowser({ handleSIGTERM: false });
}
