/** What a store of the supplier's is called in the app: by the merchant's name for it, else by its number. */
export function storeName({
  name,
  number,
}: {
  readonly name: string | null;
  readonly number: number;
}): string {
  return name ?? `Supplier store ${number}`;
}
