import type { FrameLocator } from "playwright-core";
import type { Merchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import type { ShownState } from "./shown-states.ts";
import { waitFor } from "./wait-for.ts";
import type { World } from "./world.ts";

/** The wallet while the supplier does not answer for it; the figures are those of the last reading. */
export async function* showMoneyInTrouble({ supplier }: World, home: string): AsyncGenerator<ShownState> {
  await supplier.control.armFault({ kind: "error", when: "before", path: "/wallet", times: 1000 });
  yield { name: "16-wallet-not-readable", path: `${home}/wallet`, act: refreshUntil(/These figures are of/) };
  await supplier.control.clearFaults();
}

/** Pages of money under a test key, which moves none. */
export async function* showTestMoney(merchant: Merchant, home: string): AsyncGenerator<ShownState> {
  await connectShop(merchant, DEMO_TEST_KEY);
  await merchant.press("settings", "/settings", { intent: "activate", mode: "test" });
  yield {
    ...{ name: "17-home-trial", path: home },
    act: unfolds("Follow a simulated order to its delivery", "Make a test order"),
  };
  yield { name: "17-home-go-live", path: home, act: unfolds("Go live", "Your wallet has") };
  yield {
    ...{ name: "17-wallet-test-mode", path: `${home}/wallet` },
    act: sees("This is the wallet of your test key: no money moves, and no order waits for it."),
  };
  yield { name: "17-funds-test-mode", path: `${home}/wallet/funds`, act: sees("Test mode:") };
  yield {
    ...{ name: "17-payouts-test-mode", path: `${home}/payouts` },
    act: sees("These are test parcels: no money moves."),
  };
  yield {
    ...{ name: "17-profit-test-mode", path: `${home}/payouts/profit` },
    act: sees("These are test parcels: no money moves."),
  };
}

/** A step of the guide on its way to be closed: what is in it can still be reached. */
const closing = ".Polaris-Collapsible[aria-hidden=true]:not(.Polaris-Collapsible--isFullyClosed)";

/** Opens a step of the guide, and waits until the one that was open is closed. */
const unfolds = (step: string, words: string) => async (app: FrameLocator) => {
  await app.getByRole("button", { name: step }).first().click();
  await app.getByText(words).first().waitFor();
  await app.locator(closing).first().waitFor({ state: "detached" });
};

const sees = (words: string) => (app: FrameLocator) =>
  app.getByText(words, { exact: false }).first().waitFor();

/** A reading is shown for a while without asking again. */
const refreshUntil = (words: RegExp) => async (app: FrameLocator) => {
  const isSeen = async () => {
    if ((await app.getByText(words).count()) > 0) return true;
    await app.getByRole("button", { name: "Refresh" }).click();
    return false;
  };
  await waitFor(isSeen, { what: `the page to say ${words}`, everyMs: 1000, timeoutMs: 30_000 });
};
