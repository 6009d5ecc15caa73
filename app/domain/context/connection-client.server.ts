import type { SupplierConnection } from "@prisma/client";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { AccountId } from "#app/platform/ids.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import type { CallGate } from "#app/supplier/call-gate.ts";
import { createSupplierClient, type SupplierClient } from "#app/supplier/client.ts";
import type { SupplierLog } from "#app/supplier/request.ts";
import type { ConnectionKey } from "./connection-key.ts";
import { connectionPlace } from "./connection-place.ts";

type ClientDeps = {
  readonly baseUrl: string;
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly log: SupplierLog;
  /** Limits and breakers of an account, the same for every key of it (R24). */
  readonly gateOf: (accountId: AccountId) => CallGate;
};

/** Makes clients of stored connections. */
export function createConnectionClients(
  deps: ClientDeps,
): (connection: SupplierConnection) => SupplierClient {
  return function clientOf(connection) {
    const { baseUrl, clock, log } = deps;
    const secret = deps.crypto.openText(
      connection.keySecretEnc,
      connectionPlace(connection.id, "key_secret_enc"),
    );
    const gate = deps.gateOf(connection.accountId);
    const { keyId, mode } = connection;
    return createSupplierClient({ baseUrl, keyId, secret, mode, clock, log, gate });
  };
}

/** Makes clients of keys that are tried, whose account is not known yet. */
export function createKeyClients({
  baseUrl,
  clock,
  log,
  openGate,
}: Pick<ClientDeps, "baseUrl" | "clock" | "log"> & { readonly openGate: () => CallGate }): (
  key: ConnectionKey,
) => SupplierClient {
  return (key) => createSupplierClient({ baseUrl, ...key, clock, log, gate: openGate() });
}
