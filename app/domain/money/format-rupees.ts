/**
 * `Rs 1,234`, a loss `−Rs 350`; paisa are shown only where there are any. Every amount a person reads is written by
 * this, and not by ICU, whose own PKR format differs between versions.
 */
export function formatRupees(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${amount < 0 ? "−" : ""}Rs ${Math.abs(amount).toLocaleString("en-US", format)}`;
}
