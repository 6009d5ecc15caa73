import type { ActionFunction, AppLoadContext, LoaderFunction, ServerBuild } from "@remix-run/node";
import type { App } from "#app/app.server.ts";
import { recordAccess } from "#app/domain/privacy/record-access.server.ts";
import { watchCustomers } from "#app/domain/privacy/watch-customers.ts";
import { invariant } from "#app/platform/errors.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { pressOnce } from "./press-once.server.ts";

/** Who a request is answered for. A guard tells it, once the session token told the guard. */
export type Viewer = { readonly shopId: ShopId; readonly person: string };

/**
 * The pages, each loader and action of which writes down whose customers it opened for whom before it answers. Where that
 * cannot be written the answer is an error, and nobody sees the customer. A press that is sent again is done once.
 */
export function recordingAccess(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const;
    const { loader, action } = route.module;
    const recorded = {
      ...(loader && { loader: recording(loader, doorOf(id)) }),
      ...(action && { action: recording(action, doorOf(id)) }),
    };
    return [id, { ...route, module: { ...route.module, ...recorded } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

type Answering = LoaderFunction & ActionFunction;

function recording(answer: LoaderFunction | ActionFunction, door: string): Answering {
  return async (args) => {
    const { app } = args.context;
    const watch = watchCustomers(app.crypto);
    const watched: App = { ...app, crypto: watch.crypto };
    const once = pressOnce(app, args.request);
    let viewer: Viewer | null = null;
    const isFor = async (known: Viewer) => {
      viewer = known;
      await once.begin(known.shopId);
    };
    const context: AppLoadContext = { ...args.context, app: watched, isFor };
    return once.answer(async () => {
      try {
        return await answer({ ...args, context });
      } finally {
        await record(app, door, viewer, watch.end());
      }
    });
  };
}

async function record(
  app: App,
  door: string,
  viewer: Viewer | null,
  opened: ReturnType<ReturnType<typeof watchCustomers>["end"]>,
): Promise<void> {
  if (opened.size === 0) return;
  invariant(viewer, `${door} opened a customer for nobody`);
  await recordAccess(app, { ...viewer, door, opened });
}

/** `routes/admin/orders/order/route` is the door `orders/order`. */
function doorOf(id: string): string {
  return id.replace(/^routes\/(?:admin\/)?/, "").replace(/\/route$/, "");
}
