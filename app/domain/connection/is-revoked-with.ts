import type { AccountId } from "#app/platform/ids.ts";

type IntegrationRow = {
  readonly id: string;
  readonly accountId: AccountId;
  readonly integrationId: string | null;
};

/** Whether disconnecting the other revokes this connection too: the keys of one integration end together, whatever their mode (document, rule 8). */
export function isRevokedWith(connection: IntegrationRow, other: IntegrationRow): boolean {
  if (connection.id === other.id) return true;
  const { accountId, integrationId } = other;
  return (
    integrationId !== null && connection.integrationId === integrationId && connection.accountId === accountId
  );
}
