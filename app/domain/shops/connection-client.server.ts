import type { SupplierConnection } from "@prisma/client";
import type { Clock } from "#app/platform/clock.ts";
import type { Crypto } from "#app/platform/crypto.ts";
import { createSupplierClient, type SupplierClient } from "#app/supplier/client.ts";
import { createQuota, type Quota } from "#app/supplier/quota.ts";
import type { SupplierLog } from "#app/supplier/request.ts";
import { connectionPlace } from "./connection-place.ts";

type ClientGround = {
  readonly baseUrl: string;
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly log: SupplierLog;
};

/**
 * Makes clients of stored connections. What is known of an account's limits is shared by every key of the account,
 * as the limits are (R24).
 */
export function createConnectionClients(
  ground: ClientGround,
): (connection: SupplierConnection) => SupplierClient {
  const quotas = new Map<string, Quota>();
  return function clientOf(connection) {
    const account = `${connection.mode}/${connection.accountId}`;
    const quota = quotas.get(account) ?? createQuota();
    quotas.set(account, quota);
    const { baseUrl, clock, log } = ground;
    const secret = ground.crypto.openText(
      connection.keySecretEnc,
      connectionPlace(connection.id, "key_secret_enc"),
    );
    return createSupplierClient({ baseUrl, keyId: connection.keyId, secret, clock, log, quota });
  };
}
