import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { z } from "zod";
import type { ReceivedMail } from "#test/standins/mail/read-mail.ts";
import { type ControlCalls, type ControlUrls, createControlCalls } from "./control-calls.ts";
import { type ExtensionHost, readActionName, startExtensionHost } from "./extension-host.ts";
import { type AdminView, renderFrame } from "./frame-page.ts";
import { answerErrors, closeServer, listenLocally, send, sendFile, sendJson } from "./http.ts";
import { renderMail, renderMails } from "./mails-page.ts";
import { getPress } from "./presses/sections.ts";
import { isBlockPlace, renderThing, renderThings } from "./resource-page.ts";
import { mintSessionToken } from "./session-token.ts";
import { listThings } from "./things.ts";

export type AdminFrameOptions = ControlUrls & {
  /** Where the app answers; its documents are what the frame holds. */
  readonly appUrl: string;
  readonly appName: string;
  /** The shop the admin opens when the address names none. */
  readonly shop: string;
  /** The store as its customers see it. */
  readonly storefrontUrl?: string;
  readonly port?: number;
  /** What the mail server took, in the order it came; none where there is no such server. */
  readonly mails?: readonly ReceivedMail[];
};

export type AdminFrame = {
  readonly url: string;
  /** The origin its extensions run at. */
  readonly extensionsUrl: string;
  close(): Promise<void>;
};

const extensions = path.resolve("extensions");

/** Shopify's stand-in numbers the people of a shop: 1 owns the account. */
const OWNER = 1;

const files: Readonly<Record<string, string>> = {
  "/app-bridge.js": "text/javascript",
  "/frame.js": "text/javascript",
  "/resource.js": "text/javascript",
  "/shell.js": "text/javascript",
  "/drawer.js": "text/javascript",
  "/frame.css": "text/css",
};

/**
 * The stand-in of the Shopify admin: a page around the app in an iframe, the App Bridge script the app loads
 * (`/app-bridge.js`), Shopify's own pages of orders and products with the app's extensions, and the drawer that plays the
 * world through the controls of the two stand-ins.
 */
export async function startAdminFrame(options: AdminFrameOptions): Promise<AdminFrame> {
  let url = "";
  const host = await startExtensionHost({
    appUrl: options.appUrl,
    adminOrigin: () => url,
    ...{ storefrontUrl: options.storefrontUrl, shop: options.shop, extensions },
  });
  const server = createServer(
    answerErrors((request, response) => answer({ ...options, host }, request, response)),
  );
  url = await listenLocally(server, options.port ?? 0);
  return {
    url,
    extensionsUrl: host.origin,
    close: async () => {
      await closeServer(server);
      await closeServer(host.server);
    },
  };
}

type AdminServerOptions = AdminFrameOptions & { readonly host: ExtensionHost };

async function answer(options: AdminServerOptions, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", "http://frame.invalid");
  const type = files[url.pathname];
  if (type) return sendFile(response, url.pathname, type);
  if (request.method === "POST") return answerPost(options, url.pathname, request, response);
  const page = await findPage(options, url, personOf(request));
  if (page === null) return redirectHome(options, url, response);
  return send(response, 200, "text/html; charset=utf-8", page);
}

/** Null where the address is none of the admin's. */
async function findPage(options: AdminServerOptions, url: URL, userId: number): Promise<string | null> {
  const [, handle, appPath] = /^\/store\/([\w-]+)\/apps\/[\w-]+(\/.*)?$/.exec(url.pathname) ?? [];
  if (handle !== undefined) {
    const visit = { shop: `${handle}.myshopify.com`, userId, appPath: `${appPath ?? "/"}${url.search}` };
    return renderFrame({ ...viewOf(options, visit), documentUrl: await documentUrl(options, visit) });
  }
  const mailPage = findMailPage(options, url, userId);
  if (mailPage !== null) return mailPage;
  const [, store, place, number] = /^\/store\/([\w-]+)\/([a-z-]+)(?:\/(\d+))?$/.exec(url.pathname) ?? [];
  if (store === undefined || !isBlockPlace(place)) return null;
  const view = viewOf(options, { shop: `${store}.myshopify.com`, userId });
  const things = await listThings(createControlCalls(options), view.shop);
  if (number === undefined) return renderThings(view, place, things);
  const actionName = place === "orders" ? await readActionName({ extensions }) : null;
  return renderThing(view, place, { number, things, blockOrigin: options.host.origin, actionName });
}

function findMailPage(options: AdminServerOptions, { pathname }: URL, userId: number): string | null {
  const [, store, number] = /^\/store\/([\w-]+)\/mails(?:\/(\d+))?$/.exec(pathname) ?? [];
  if (store === undefined) return null;
  const { mails = [] } = options;
  const view = viewOf(options, { shop: `${store}.myshopify.com`, userId });
  const mail = number === undefined ? undefined : mails[Number(number) - 1];
  return mail ? renderMail(view, mail) : renderMails(view, mails);
}

type Visit = { readonly shop: string; readonly userId: number; readonly appPath: string };

/** Who the admin is signed in as: chosen in its bar and kept in a cookie, the owner at first. */
function personOf({ headers }: IncomingMessage): number {
  return Number(/(?:^|; )person=(\d+)/.exec(headers.cookie ?? "")?.[1] ?? OWNER);
}

function viewOf(options: AdminFrameOptions, { shop, userId }: Omit<Visit, "appPath">): AdminView {
  const handle = shop.replace(".myshopify.com", "");
  const store = `/store/${handle}`;
  return {
    appUrl: options.appUrl,
    appName: options.appName,
    shop,
    storeName: handle.replaceAll("-", " ").replace(/\b\w/g, (letter) => letter.toUpperCase()),
    store,
    home: `${store}/apps/${options.appName.toLowerCase()}`,
    userId,
    storefrontUrl: shop === options.shop ? options.storefrontUrl : undefined,
  };
}

/** What Shopify adds to the address of an embedded app's document. */
async function documentUrl(options: AdminFrameOptions, { shop, userId, appPath }: Visit): Promise<string> {
  const url = new URL(appPath, options.appUrl);
  const handle = shop.replace(".myshopify.com", "");
  url.searchParams.set("embedded", "1");
  url.searchParams.set("shop", shop);
  url.searchParams.set("host", Buffer.from(`admin.shopify.com/store/${handle}`).toString("base64url"));
  url.searchParams.set("locale", "en");
  url.searchParams.set("id_token", await mintSessionToken(createControlCalls(options), { shop, userId }));
  return url.href;
}

function redirectHome(options: AdminFrameOptions, url: URL, response: ServerResponse) {
  const handle = (url.searchParams.get("shop") || options.shop).replace(".myshopify.com", "");
  const appPath = url.pathname === "/open" ? (url.searchParams.get("path") ?? "") : "";
  const location = `/store/${handle}/apps/${options.appName.toLowerCase()}${appPath === "/" ? "" : appPath}`;
  response.writeHead(302, { Location: location }).end();
}

const sessionRequest = z.object({ shop: z.string(), userId: z.coerce.number() });
const accountRequest = z.object({ shop: z.string(), orderId: z.string() });
const thingsRequest = z.object({ shop: z.string() });
const scopesRequest = z.object({ shop: z.string(), grant: z.array(z.string()).default([]) });
const pressRequest = z.object({ shop: z.string(), fields: z.record(z.string(), z.string()) });

async function answerPost(
  options: AdminFrameOptions,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = await readJson(request);
  const calls = createControlCalls(options);
  if (pathname === "/session-token") {
    return sendJson(response, 200, { token: await mintSessionToken(calls, sessionRequest.parse(body)) });
  }
  if (pathname === "/account")
    return sendJson(response, 200, await calls.shopify("customerAccount", accountRequest.parse(body)));
  if (pathname === "/world/things")
    return sendJson(response, 200, await listThings(calls, thingsRequest.parse(body).shop));
  if (pathname === "/scopes")
    return sendJson(response, 200, await answerScopes(calls, scopesRequest.parse(body)));
  if (pathname !== "/world/press/group") return sendJson(response, 404, { error: "nothing answers here" });
  const input = pressRequest.parse(body);
  const error = await getPress(input.fields.press ?? "")
    .play(calls, input)
    .then(() => null)
    .catch((failure: unknown) => (failure instanceof Error ? failure.message : "failed"));
  return sendJson(response, 200, { requests: calls.made, error });
}

/** What the app's scopes are, after what is granted now. */
async function answerScopes(calls: ControlCalls, { shop, grant }: z.output<typeof scopesRequest>) {
  if (grant.length > 0) await calls.shopify("grantScopes", { shop, scopes: grant });
  return calls.shopify("scopesOf", { shop });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
