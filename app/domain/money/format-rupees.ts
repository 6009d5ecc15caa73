/**
 * `Rs 1,234`, a loss `−Rs 350`; paisa are shown only where there are any. Every amount a person reads is written by
 * this, and not by ICU, whose own PKR format differs between versions.
 */
export function formatRupees(amount: number): string {
  const format = Number.isInteger(amount) ? whole : withPaisa;
  return `${amount < 0 ? "−" : ""}Rs ${format.format(Math.abs(amount))}`;
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const withPaisa = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
