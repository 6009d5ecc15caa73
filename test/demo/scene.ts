import type { World } from "#test/support/world.ts";
import type { Merchant } from "./merchant.ts";

/** What a scene leaves behind, said beforehand: the comparison holds all three sides against it. */
export type Scene = {
  readonly title: string;
  readonly orderName: string;
  readonly orderGid: string;
  readonly expected: {
    readonly parcels: number;
    readonly status: "DELIVERED" | "RETURNED";
    /** What Shopify says the order is worth, and what is still owed at the end. */
    readonly totalPkr: number;
    readonly outstandingPkr: number;
    /** What our parcels collect, or the customer prepaid for them. */
    readonly codPkr: number;
    /** What stays with the merchant of our parcels, platform fee and all. */
    readonly netPkr: number;
    readonly financialStatus: "PAID" | "PENDING";
  };
};

export type Stage = {
  readonly world: World;
  readonly merchant: Merchant;
  readonly say: (line: string) => void;
};
