import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { commandForm } from "#app/domain/orders/commands/command-form.server.ts";
import {
  type CommandForm,
  type CommandResolution,
  commandsByName,
  type OneClickResolution,
} from "#app/domain/orders/commands/registry.ts";
import { findResolutionButton } from "#app/domain/orders/commands/resolution-button.ts";
import { resolutionsFor } from "#app/domain/orders/holds/resolutions-for.ts";
import type { OrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type ButtonShop, startButtonShop } from "./button-shop.ts";
import type { HoldScenario, HoldScenarios } from "./hold-scenario.ts";
import { scenariosOfCustomers } from "./scenarios-of-customers.ts";
import { scenariosOfParcels } from "./scenarios-of-parcels.ts";
import { scenariosOfPayment } from "./scenarios-of-payment.ts";
import { scenariosOfTheService } from "./scenarios-of-the-service.ts";
import { scenariosOfTheStore } from "./scenarios-of-the-store.ts";

/** One of every hold code: a code without a scenario does not compile. */
function holdScenarios(shop: ButtonShop): HoldScenarios {
  return {
    ...scenariosOfCustomers(shop),
    ...scenariosOfParcels(shop),
    ...scenariosOfPayment(shop),
    ...scenariosOfTheService(shop),
    ...scenariosOfTheStore(shop),
  };
}

/** Numbers and words under which a hold offers every button it ever has. */
const EVERY_NUMBER = {
  lowered: { collects: 1300 },
  answerKey: "web|form",
  variantGid: "gid://shopify/ProductVariant/1",
  isRemembered: true,
};

type ButtonKind = "leads_elsewhere" | "looks_again" | "acts";

/** What each button is for: a command of the registry, or a page. */
function kindOf(way: HoldAction): ButtonKind {
  const command = commandOf(way);
  if (command === null) return "leads_elsewhere";
  return command === "retry" ? "looks_again" : "acts";
}

/** The command a way out of a hold gives; null where it leads to another page. */
function commandOf(way: HoldAction): string | null {
  const given = Object.entries(commandsByName()).find(([, { resolutions = {} }]) =>
    Object.hasOwn(resolutions, way),
  );
  return given?.[0] ?? null;
}

/** Where an order stands after a button that does not have it placed. */
const ENDS: Partial<Record<HoldAction, string>> = {
  cancel: "cancelled",
  finished_in_shopify: "finished_in_shopify",
  move_away: "not_ours",
};

/** What the page says after a press, and what has to be so once the order rests. */
const CLAIMS: readonly {
  readonly says: RegExp;
  readonly isSo: (row: OrderRow, shop: ButtonShop) => boolean | Promise<boolean>;
}[] = [
  {
    says: /being placed|goes on$|placed again$|taken over$|Paid from the wallet|Placing goes on/,
    isSo: isPlaced,
  },
  { says: /it goes on$|go to the supplier again$/, isSo: isPlaced },
  { says: /being marked as paid/, isSo: ({ outstandingPkr }) => outstandingPkr === 0 },
  { says: /being cancelled at the supplier$/, isSo: ({ state }) => state === "cancelled" },
  { says: /^It will not be sent$/, isSo: (row) => !isPlaced(row) },
  { says: /^It moves to /, isSo: isMovedAway },
  {
    says: /^Looking at it again$|^Left as it is$|^Noted|put back in Shopify$|tracking goes on$/,
    isSo: () => true,
  },
];

async function isMovedAway({ orderGid }: OrderRow, shop: ButtonShop): Promise<boolean> {
  const ours = await shop.ours(orderGid);
  return ours.every(({ status }) => ["CLOSED", "CANCELLED"].includes(status));
}

function isPlaced({ state }: OrderRow): boolean {
  return ["placed", "placing", "on_the_way"].includes(state);
}

const TEST_MS = 90_000;

/** Presses every button of the holds, each on an order of its own, as the page offers it. */
export function pressEveryButton(
  codes: readonly HoldCode[],
  options: Parameters<typeof startButtonShop>[0] = {},
): void {
  let shop: ButtonShop;
  let scenarios: HoldScenarios;
  let used: HoldScenario | null = null;

  beforeAll(async () => {
    shop = await startButtonShop(options);
    scenarios = holdScenarios(shop);
  });
  afterAll(() => shop.close());
  afterEach(async () => {
    await used?.restore?.();
    used = null;
    await shop.supplier.control.clearFaults();
    await shop.forgetLimits();
    // What a refused key or account had paused is open again for the next order.
    const paused = await shop.app.db.supplierConnection.count({ where: { pausedAt: { not: null } } });
    if (paused > 0) await shop.connect(DEMO_LIVE_KEY);
  });

  describe.each([...codes])("%s", (code) => {
    it.each([...resolutionsFor(code, EVERY_NUMBER)])(
      "%s",
      async (way) => {
        used = scenarios[code];
        const row = await used.hold(way);
        const page = await shop.pageOf(row);
        expect(resolutionsOf(page, code)).toContain(way);
        await pressOne(shop, used, { code, way, row, page });
        const state = expectedState(used, way);
        await shop.untilPage(
          row.orderGid,
          `${way} to end ${code} as ${state}`,
          (now) => !shop.has(code)(now) && now.state === state,
        );
      },
      TEST_MS,
    );
  });
}

function resolutionsOf(page: OrderPage, code: HoldCode): readonly HoldAction[] {
  const issue = page.holds.find((each) => each.code === code);
  return issue?.resolutions ?? (page.waits?.code === code ? page.waits.resolutions : []);
}

function expectedState({ ends, mended = "placed" }: HoldScenario, way: HoldAction): string {
  if (kindOf(way) !== "acts") return mended;
  return ends?.[way] ?? ENDS[way] ?? "placed";
}

type ButtonPress = {
  readonly code: HoldCode;
  readonly way: HoldAction;
  readonly row: OrderRow;
  readonly page: OrderPage;
};

async function pressOne(shop: ButtonShop, scenario: HoldScenario, pressing: ButtonPress): Promise<void> {
  const { way, row, code } = pressing;
  if (kindOf(way) === "leads_elsewhere") {
    await scenario.mend(row);
    await shop.press(row, { intent: "retry" });
    return;
  }
  if (kindOf(way) === "looks_again") {
    if (!scenario.mendFirst?.includes(way)) await retriesInVain(shop, pressing);
    await scenario.mend(row);
  } else if (scenario.mendFirst?.includes(way)) await scenario.mend(row);
  const answer = await shop.press(row, scenario.form?.[way] ?? (await formOf(shop, pressing)));
  expect(answer, `${code} × ${way} answers ${JSON.stringify(answer)}`).toMatchObject({ ok: true });
  const claim = CLAIMS.find(({ says }) => "done" in answer && says.test(answer.done));
  expect(claim, `${code} × ${way} says ${JSON.stringify(answer)}`).toBeDefined();
  await shop.soon("what was said to be so", async () => {
    const now = await shop.findOrder(row.orderGid);
    return now !== null && claim?.isSo(now, shop);
  });
}

/** While the reason stands the order stays where it is, and still says why. */
async function retriesInVain(shop: ButtonShop, { row, code }: ButtonPress): Promise<void> {
  expect(await shop.press(row, { intent: "retry" })).toMatchObject({ ok: true });
  // What is asked again all the time never rests; of the rest the try is over before the reason is.
  if (code !== "placing_delayed") await shop.rested(row.orderGid);
  const after = await shop.reached(row.orderGid, code);
  expect(
    (await shop.pageOf(after)).holds.length + ((await shop.pageOf(after)).waits ? 1 : 0),
  ).toBeGreaterThan(0);
}

/** What the page sends: a button as the registry has it, a form with what a merchant would choose. */
async function formOf(shop: ButtonShop, { code, way, page }: ButtonPress): Promise<CommandForm> {
  const button = findResolutionButton(way);
  if (button) return commandForm.parse({ intent: button.intent, ...button.fields });
  if (!isOwnForm(way)) throw new Error(`${way} gives no command`);
  const params = page.holds.find((each) => each.code === code)?.params ?? {};
  return OWN_FORMS[way]({ shop, page, params });
}

function isOwnForm(way: HoldAction): way is OwnForm {
  return Object.hasOwn(OWN_FORMS, way);
}

type OwnForm = Exclude<CommandResolution, OneClickResolution>;

type FilledForm = {
  readonly shop: ButtonShop;
  readonly page: OrderPage;
  readonly params: Readonly<Record<string, unknown>>;
};

/** A way with a form of its own does not compile until it says what is put in. */
const OWN_FORMS: Readonly<Record<OwnForm, (filled: FilledForm) => CommandForm | Promise<CommandForm>>> = {
  answer_how_paid: () => ({ intent: "how_paid", answer: "cod" }),
  cancel: () => ({ intent: "cancel" }),
  cancel_and_place_again: ({ params }) => ({ intent: "replace", shown: String(params.shown) }),
  choose_city: () => ({ intent: "choose_city", city: "Lahore" }),
  compare_and_choose: () => ({ intent: "place_again" }),
  edit_customer: ({ shop }) => ({ intent: "edit_customer", ...shop.goodCustomer() }),
  fulfil_again: () => ({ intent: "fulfil_again" }),
  lower_delivery_charge({ params }) {
    const { collects, shippingTo } = Object(params.lowered);
    return { intent: "lower_delivery", collects, shippingTo };
  },
  map_variant: async ({ shop }) => ({ intent: "link_variant", ...(await shop.otherProduct()) }),
  mark_as_paid: ({ page }) => ({ intent: "mark_as_paid", outstandingPkr: page.outstandingPkr ?? rupees(0) }),
  pay_from_wallet: ({ page }) => ({ intent: "pay", parcelId: asId(page.actions.pay[0] ?? "") }),
  say_contents: ({ page }) => saidContents(page),
};

/** Each item in the parcel whose goods cost as much. */
function saidContents({ contentsUnknown }: OrderPage): CommandForm {
  const [{ handoffId, lines, parcels }] = contentsUnknown as [OrderPage["contentsUnknown"][number]];
  const said = lines.map(({ lineGid }, index) => ({
    lineGid,
    parcelId: asId<ParcelId>(parcels[index]?.id ?? ""),
  }));
  return { intent: "say_contents", handoffId, said };
}
