import {
  type ConnectionRefusal,
  toConnectionRefusal,
} from "#app/domain/messages/failures/connection-refusal.ts";
import type { AccountId } from "#app/platform/ids.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { isMode, type Mode } from "#app/supplier/mode.ts";
import type { AmountPkr } from "#app/supplier/schema.ts";
import type { Wallet } from "#app/supplier/wallet.ts";
import type { WebhookConfig } from "#app/supplier/webhooks.ts";
import { depositMissing } from "./deposit-missing.ts";

/** What a key opens: read before anything is stored. */
export type AccountAtService = {
  readonly mode: Mode;
  readonly accountId: AccountId;
  readonly brandName: string;
  readonly accountStatus: string;
  readonly integrationId: string | null;
  /** Where this integration's events go now. */
  readonly webhooks: WebhookConfig;
  /** What is still to be paid in as deposit; null when the service did not say. */
  readonly depositMissingPkr: AmountPkr | null;
};

export type ReadAccountResult =
  | { readonly kind: "read"; readonly account: AccountAtService }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

/** Asks the service whose key this is; every refusal is an outcome. */
export async function readAccount(client: SupplierClient): Promise<ReadAccountResult> {
  try {
    const me = await client.getMe();
    if (!isMode(me.mode))
      return { kind: "refused", refusal: { code: "mode_unknown", serviceMessage: me.mode } };
    const config = await client.getWebhooks();
    const wallet = await orNoWallet(client.getWallet());
    const account = {
      mode: me.mode,
      accountId: me.reseller.id,
      brandName: me.reseller.brandName ?? "",
      accountStatus: me.reseller.status ?? "",
      integrationId: config.integrationId ?? me.integration?.id ?? null,
      webhooks: config,
      depositMissingPkr: depositMissing(wallet?.depositRequired, wallet?.heldDeposit),
    };
    return { kind: "read", account };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { kind: "refused", refusal: toConnectionRefusal(error) };
  }
}

/** The wallet only adds a figure: a connection stands without it. */
export async function orNoWallet(reading: Promise<Wallet>): Promise<Wallet | null> {
  try {
    return await reading;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return null;
  }
}
