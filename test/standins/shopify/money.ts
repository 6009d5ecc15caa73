/** Amounts inside the stand-in are whole paisas; Shopify's decimals exist only at its edges. */
export type Paisa = number;

export function toPaisa(amount: string | number): Paisa {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(String(amount));
  if (!match) throw new Error(`"${amount}" is not an amount with at most two decimals`);
  const [, sign, whole = "0", decimals = ""] = match;
  const paisa = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  return sign === "-" ? -paisa : paisa;
}

/** "4748.2", "250.0": how the GraphQL API writes amounts. */
function toDecimal(paisa: Paisa): string {
  return toFixedDecimal(paisa).replace(/0$/, "");
}

/** "4748.20": how webhook bodies write amounts. */
export function toFixedDecimal(paisa: Paisa): string {
  const absolute = Math.abs(paisa);
  const sign = paisa < 0 ? "-" : "";
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, "0")}`;
}

export function sum(amounts: readonly Paisa[]): Paisa {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Divides an amount in proportion to weights, to the paisa, by largest remainder; ties go to the earlier part. */
export function allocate(total: Paisa, weights: readonly number[]): Paisa[] {
  const weight = sum(weights);
  if (weight === 0) return weights.map(() => 0);
  const exact = weights.map((part) => (total * part) / weight);
  const parts = exact.map(Math.floor);
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  order.slice(0, total - sum(parts)).forEach(({ index }) => {
    parts[index] = (parts[index] ?? 0) + 1;
  });
  return parts;
}

export type Currencies = { readonly shop: string; readonly presentment: string; readonly rate: number };

export function moneyView(paisa: Paisa, currencyCode: string) {
  return { __typename: "MoneyV2", amount: toDecimal(paisa), currencyCode };
}

export function moneyBagView(paisa: Paisa, currencies: Currencies) {
  return {
    __typename: "MoneyBag",
    shopMoney: moneyView(paisa, currencies.shop),
    presentmentMoney: moneyView(Math.round(paisa * currencies.rate), currencies.presentment),
  };
}
