export type GatewayChoice = {
  readonly name: string;
  /** An order of this shop has come with it. */
  readonly seen: boolean;
  /** Its pending payments count as cash on delivery. */
  readonly counted: boolean;
};

type KnownGateways = { readonly counted: readonly string[]; readonly seen: readonly string[] };

/** Payment methods to choose from: those counted as cash on delivery and those seen on orders, counted first. */
export function listGatewayChoices({ counted, seen }: KnownGateways): readonly GatewayChoice[] {
  const names = [...new Set([...counted, ...seen])];
  return names
    .map((name) => ({ name, seen: seen.includes(name), counted: counted.includes(name) }))
    .sort((a, b) => Number(b.counted) - Number(a.counted) || a.name.localeCompare(b.name, "en"));
}
