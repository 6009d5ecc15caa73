/** Where the reason of a refused item is sealed. */
export function bulkReasonPlace(id: string) {
  return { table: "bulk_item", row: id, column: "reason_enc" } as const;
}
