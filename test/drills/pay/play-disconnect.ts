import { randomUUID } from "node:crypto";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import type { DrillStage } from "../core/stage.ts";
import { awaitDeath, type Crew } from "../handoff/crew.ts";
import { type ActionResult, createPeople, type Form, letStaffAct, type People, people } from "./people.ts";
import {
  createTurns,
  type InTurn,
  type Loss,
  losses,
  pressIn,
  pressKinds,
  problemsOfResults,
  untilRight,
  type Way,
} from "./presses.ts";

/** Where the page's own process dies while it disconnects. */
const deaths = [
  { point: "D1", title: "request committed, nobody asked" },
  { point: "D2", title: "answer not kept" },
] as const;

const disconnect: Form = {
  ...{ page: "leave", path: "/settings/leave" },
  fields: { intent: "disconnect", mode: "live", openParcels: "wait", products: "sold_out" },
};

/** *Disconnect* on the page about leaving, each case in a shop of its own. */
export async function playDisconnect(stage: DrillStage, crew: Crew): Promise<void> {
  await crew.work();
  const inTurn = createTurns();
  const shops = new Map<string, Leaver>();
  for (const name of [
    ...pressKinds,
    "refused",
    "stranger",
    ...losses.map(({ title }) => title),
    ...deaths.map(({ point }) => point),
  ])
    shops.set(name, await openLeaver(stage));
  const of = (name: string) => {
    const shop = shops.get(name);
    if (!shop) throw new Error(`No shop is there for ${name}`);
    return shop;
  };
  for (const way of pressKinds) await playDisconnectIn(stage, of(way), way);
  await playRefused(stage, of("refused"));
  await playWithoutRight(stage, of("stranger"));
  await Promise.all([
    ...losses.map((loss) => playLost(stage, of(loss.title), { loss, inTurn })),
    ...deaths.map((death) => playDeath(stage, crew, of(death.point), { death, inTurn })),
  ]);
}

/** A shop that is about to leave, with its key. */
export type Leaver = { readonly who: People; readonly key: string };

let leavers = 0;

/** A shop with an account, an integration and a live key of its own. */
export async function openLeaver({ world }: DrillStage): Promise<Leaver> {
  leavers += 1;
  const name = `leaver-${leavers}`;
  const { control } = world.supplier;
  const secret = randomUUID();
  await control.addAccount({ id: `rsl_${name}`, brandName: name });
  await control.addKey({
    ...{ id: `lk_${name}`, secret, mode: "live" },
    ...{ accountId: `rsl_${name}`, integrationId: `int_${name}` },
  });
  const shop = `karwan-${name}.myshopify.com`;
  world.shopify.control.createShop({ domain: shop, plan: { partnerDevelopment: false } });
  await connectShop(createMerchant(world, shop), `lk_${name}:${secret}`);
  const who = createPeople(world, shop);
  await letStaffAct(who);
  return { who, key: `lk_${name}:${secret}` };
}

const both = [people.owner, people.staff];

export async function playDisconnectIn(stage: DrillStage, shop: Leaver, way: Way): Promise<void> {
  await stage.play(`disconnect, ${way}`, async () => {
    const answers = await pressIn(shop.who, way, disconnect);
    const wanted = way === "double click" ? 2 : 1;
    return [
      ...problemsOfResults(answers, wanted),
      ...(await rested(stage, shop, way === "two tabs" ? wonBy(answers) : [people.owner])),
    ];
  });
}

function wonBy(results: readonly ActionResult[]): readonly string[] {
  const won = results.filter(({ ok }) => ok).map(({ by }) => by);
  return won.length > 0 ? won : both;
}

function rested(stage: DrillStage, shop: Leaver, by: readonly string[]): Promise<readonly string[]> {
  return untilRight(() => problemsOfEnded(stage, shop, by), 120_000);
}

/** The keys ended once, in the name of who pressed; the page shows no key, and nobody is asked about it. */
async function problemsOfEnded(
  stage: DrillStage,
  { who, key }: Leaver,
  by: readonly string[],
): Promise<string[]> {
  const { db, world } = stage;
  const [keyId] = key.split(":");
  const posts = (await world.supplier.control.requests({ method: "POST" })).filter(
    (each) => each.path === "/integration/disconnect" && each.keyId === keyId && each.status === 200,
  );
  const rows = await db.supplierConnection.findMany({ where: { shop: { domain: who.shop } } });
  const ended = await db.timelineEntry.findMany({
    where: { shop: { domain: who.shop }, code: "connection_ended" },
  });
  const open = await db.attention.findMany({
    where: { shop: { domain: who.shop }, resolvedAt: null, thing: "connection" },
  });
  const names = ended.map((each) => each.by ?? "nobody");
  return [
    ...((await isAlive(world.supplier.baseUrl, key)) ? ["the key still works"] : []),
    ...(posts.length <= 1 ? [] : [`the service ended the keys ${posts.length} times`]),
    ...rows
      .filter(({ disconnectedAt }) => disconnectedAt === null)
      .map(({ mode }) => `the ${mode} key still counts as connected`),
    ...rows
      .filter(({ active, leavingSince }) => active || leavingSince !== null)
      .map(() => "the key is in use, or still to leave"),
    ...(names.length === 1 && by.includes(names[0] ?? "")
      ? []
      : [`the timeline says that ${names.join(" and ") || "nobody"} ended it, not ${by.join(" or ")}`]),
    ...open.map(({ code }) => `the connection still asks ${code}`),
  ];
}

async function isAlive(baseUrl: string, key: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/me`, { headers: { Authorization: `Bearer ${key}` } });
  return response.ok;
}

/** Nothing has happened to the key, and the app goes on with it. */
async function problemsOfConnected({ db, world }: DrillStage, { who, key }: Leaver): Promise<string[]> {
  const rows = await db.supplierConnection.findMany({ where: { shop: { domain: who.shop } } });
  return [
    ...((await isAlive(world.supplier.baseUrl, key)) ? [] : ["the key works no more"]),
    ...(rows.every(({ active, leavingSince }) => active && leavingSince === null)
      ? []
      : ["the key is not in use any more"]),
  ];
}

/** The service says no: the request is taken back, and the next press ends it. */
async function playRefused(stage: DrillStage, shop: Leaver): Promise<void> {
  await stage.play(
    "disconnect, refused by the service: the key goes on, and the next press ends it",
    async () => {
      const path = "/integration/disconnect";
      await stage.world.supplier.control.armFault({
        kind: "refused",
        code: "reseller_suspended",
        method: "POST",
        path,
      });
      const refused = await shop.who.press(people.owner, disconnect);
      const problems = await problemsOfConnected(stage, shop);
      const answers = await shop.who.press(people.staff, disconnect);
      return [
        ...problemsOfResults([refused], 0),
        ...problems,
        ...problemsOfResults([answers], 1),
        ...(await rested(stage, shop, [people.staff])),
      ];
    },
  );
}

async function playWithoutRight(stage: DrillStage, shop: Leaver): Promise<void> {
  await stage.play(
    "disconnect, pressed by somebody who may not: refused, and ended once by who may",
    async () => {
      const refused = await shop.who.press(people.stranger, disconnect);
      const problems = await problemsOfConnected(stage, shop);
      const answers = await shop.who.press(people.owner, disconnect);
      return [
        ...problemsOfResults([refused], 0),
        ...problems,
        ...problemsOfResults([answers], 1),
        ...(await rested(stage, shop, [people.owner])),
      ];
    },
  );
}

async function playLost(
  stage: DrillStage,
  shop: Leaver,
  { loss, inTurn }: { readonly loss: Loss; readonly inTurn: InTurn },
): Promise<void> {
  await stage.play(`disconnect, ${loss.title}`, async () => {
    const answers = await inTurn(async () => {
      const path = "/integration/disconnect";
      await stage.world.supplier.control.armFault({ ...loss.fault, method: "POST", path });
      return shop.who.press(people.owner, disconnect);
    });
    return [...problemsOfResults([answers], 1), ...(await rested(stage, shop, [people.owner]))];
  });
}

async function playDeath(
  stage: DrillStage,
  crew: Crew,
  shop: Leaver,
  { death, inTurn }: { readonly death: (typeof deaths)[number]; readonly inTurn: InTurn },
): Promise<void> {
  const { point, title } = death;
  await stage.play(`disconnect, killed at ${point} (${title})`, async () => {
    const { press } = await inTurn(async () => {
      const member = await crew.arm({ point, at: "web" }, "kill");
      const sent = shop.who.press(people.owner, disconnect).then(
        (answer) => [answer],
        () => [],
      );
      await awaitDeath(member, point);
      await crew.relieve({ at: "web" });
      return { press: sent };
    });
    const problems = await rested(stage, shop, [people.owner]);
    const answers = await press;
    return [...problems, ...(answers.length === 1 ? [] : ["the page was never answered"])];
  });
}
