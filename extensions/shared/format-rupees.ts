/** Whole rupees as the app writes them: "Rs 1,234", "−Rs 350". */
export function formatRupees(amountPkr: number): string {
  const amount = `Rs ${Math.abs(amountPkr).toLocaleString("en-US")}`;
  return amountPkr < 0 ? `\u2212${amount}` : amount;
}
