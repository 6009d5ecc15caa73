import { describe, expect } from "vitest";
import { placeParcel } from "../builders.ts";
import { type Contract, type Prove, TEST_KEY } from "../contract.ts";
import { ledgerEntry, listOf, wallet } from "../shapes.ts";

/** Orders of both kinds in every state an account can have them. */
async function busyAccount(contract: Contract): Promise<void> {
  const { control } = contract;
  for (const paymentMode of ["COD", "PREPAID"]) {
    await placeParcel(contract, { paymentMode });
    const cancelled = await placeParcel(contract, { paymentMode });
    await contract.post(`/orders/${cancelled.id}/cancel`);
    const delivered = await placeParcel(contract, { paymentMode });
    await control.moveParcel({ id: delivered.id, status: "DELIVERED" });
    const refused = await placeParcel(contract, { paymentMode, customer: phone("+923331112222") });
    await control.moveParcel({ id: refused.id, status: "RETURNED", type: "rto" });
    const returned = await placeParcel(contract, { paymentMode });
    await control.moveParcel({ id: returned.id, status: "RETURNED", type: "return" });
  }
}

function phone(text: string) {
  return { name: "Bilal Example", phone: text, address: "Street 9", city: "Multan" };
}

const walletOf = (contract: Contract) => contract.get("/wallet", wallet);

export function describeWallet(prove: Prove): void {
  describe("wallet", () => {
    prove(
      ["wallet.get", "res.wallet", "res.wallet-held", "res.wallet-pending"],
      "held is deposit and reserves, pending the margins that wait",
      async (contract) => {
        const open = await placeParcel(contract);
        const delivered = await placeParcel(contract);
        await contract.control.moveParcel({ id: delivered.id, status: "DELIVERED" });
        expect(await walletOf(contract)).toEqual({
          available: 50_000 - open.rtoReserve,
          pending: 540,
          pendingOrders: 1,
          held: 2350,
          heldDeposit: 2000,
          heldReserve: 350,
          depositRequired: 2000,
          withdrawalsPending: 0,
          currency: "PKR",
        });
        await contract.control.withdraw({ amount: 700 });
        expect(await walletOf(contract)).toMatchObject({ withdrawalsPending: 700, available: 48_950 });
      },
    );

    prove(
      ["res.ledger", "res.ledger-sum", "wallet.list"],
      "the ledger's amounts are the changes of available, whatever happens",
      async (contract) => {
        await busyAccount(contract);
        await contract.control.clock.advance({ days: 21 });
        const { available } = await walletOf(contract);
        const { data } = await contract.get("/wallet/transactions?limit=100", listOf(ledgerEntry));
        expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(available);
        const times = data.map(({ createdAt }) => createdAt);
        expect(times).toEqual([...times].sort().reverse());
        expect(data.some((entry) => entry.order !== null)).toBe(true);
        expect((await contract.control.audit()).problems).toEqual([]);
      },
    );

    prove(["wallet.type"], "entries are filtered by their type", async (contract) => {
      await busyAccount(contract);
      const all = await contract.get("/wallet/transactions?limit=100", listOf(ledgerEntry));
      const types = [...new Set(all.data.map(({ type }) => type))];
      expect(types.length).toBeGreaterThan(3);
      for (const type of types) {
        const { data } = await contract.get(
          `/wallet/transactions?limit=100&type=${type}`,
          listOf(ledgerEntry),
        );
        expect(data).toEqual(all.data.filter((entry) => entry.type === type));
      }
      expect((await contract.get("/wallet/transactions?type=none", listOf(ledgerEntry))).data).toEqual([]);
    });

    prove([], "the wallet of the sandbox is a switch", async (contract) => {
      const sandbox = await contract.get("/wallet", wallet, { key: TEST_KEY });
      expect(sandbox.available).toBe(contract.switches.testWallet === "sandbox" ? 50_000 : 0);
    });

    prove([], "the money of a prepaid order that ends early is a switch", async (contract) => {
      const before = (await walletOf(contract)).available;
      const cancelled = await placeParcel(contract, { paymentMode: "PREPAID" });
      await contract.post(`/orders/${cancelled.id}/cancel`);
      const cost = { full: 0, wholesale_only: 200, none: 1200 }[contract.switches.prepaidCancelRefund];
      expect((await walletOf(contract)).available).toBe(before - cost);
      const refused = await placeParcel(contract, { paymentMode: "PREPAID" });
      await contract.control.moveParcel({ id: refused.id, status: "RETURNED", type: "rto" });
      const lost = { wholesale_back_less_return: 350, wholesale_back: 200, nothing: 1200 };
      expect((await walletOf(contract)).available).toBe(
        before - cost - lost[contract.switches.prepaidRefusal],
      );
    });
  });
}
