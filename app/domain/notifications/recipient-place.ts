/** Where the address of a recipient is sealed. */
export function addressPlace(id: string) {
  return { table: "mail_recipient", row: id, column: "address_enc" } as const;
}
