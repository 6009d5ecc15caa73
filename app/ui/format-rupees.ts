const DIGITS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** `Rs 1,234`; a loss reads `−Rs 350`. Written out here because ICU's own PKR format differs between versions. */
export function formatRupees(amountPkr: number): string {
  const sum = `Rs ${DIGITS.format(Math.abs(amountPkr))}`;
  return amountPkr < 0 ? `−${sum}` : sum;
}
