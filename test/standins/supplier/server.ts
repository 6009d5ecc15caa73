import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { listenToApi } from "./api-listener.ts";
import type { SupplierControl } from "./control.ts";
import { listenToControl } from "./control-server.ts";
import { createControl } from "./controls.ts";
import { runDue, settle } from "./due.ts";
import { type SupplierStandinOptions, supplierOptions } from "./options.ts";
import { buildWorld } from "./world.ts";

export type SupplierStandin = {
  /** Ends in `/v1`. */
  baseUrl: string;
  controlUrl: string;
  control: SupplierControl;
  close(): Promise<void>;
};

/**
 * Starts the stand-in of the service on 127.0.0.1: the whole Dropship Reselling API, in memory, strict, and
 * knowing nothing of the app.
 *
 * ```ts
 * const supplier = await startSupplierStandin({ hosts: { "karwan.example": appUrl }, clock: { frozen: true } });
 * await fetch(`${supplier.baseUrl}/me`, { headers: { authorization: `Bearer ${DEMO_LIVE_KEY}` } });
 * await supplier.control.moveParcel({ externalOrderId: "1-2", status: "SHIPPED" });
 * await supplier.control.clock.advance({ days: 20 }); // retries, deadlines, releases on the way
 * expect((await supplier.control.audit()).problems).toEqual([]);
 * await supplier.close();
 * ```
 *
 * What the document leaves open is a switch (`undefined-behaviour.ts`), chosen by `preset` and `undefined`.
 * Catalog answers are cached for a minute of the stand-in's clock, as documented; `catalogCacheSeconds: 0` stops it.
 * The limits are the documented ones, too: 120 requests a minute and 20 orders a day until
 * `setAccount({ plan: "scale", tier: 4 })`; a phone is blocked after two refusals; the sandbox has no money.
 * Webhooks go only to hosts named in `hosts`, so nothing leaves the machine. From another process use
 * `connectSupplierControl(controlUrl)`; `run.ts` is the stand-in as a process.
 */
export async function startSupplierStandin(options: SupplierStandinOptions = {}): Promise<SupplierStandin> {
  const parsed = supplierOptions.parse(options);
  const world = buildWorld(parsed);
  const control = createControl(world, parsed);
  const api = await listen(parsed.port, (request, response) => {
    listenToApi(world, request, response).catch(() => response.destroy());
  });
  const controls = await listen(parsed.controlPort, (request, response) => {
    listenToControl(control, request, response).catch(() => response.destroy());
  });
  const ticker = parsed.tickEveryMs > 0 ? setInterval(() => runDue(world), parsed.tickEveryMs) : null;
  ticker?.unref();
  return {
    baseUrl: `${addressOf(api)}/v1`,
    controlUrl: addressOf(controls),
    control,
    close: async () => {
      if (ticker !== null) clearInterval(ticker);
      await settle(world);
      await Promise.all([stop(api), stop(controls)]);
    },
  };
}

function listen(port: number, listener: RequestListener): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(listener);
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${parseAddress(server.address()).port}`;
}

function parseAddress(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port");
  return address;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
