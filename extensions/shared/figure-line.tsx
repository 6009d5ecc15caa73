type FigureLineProps = { readonly label: string; readonly amount: string };

/** One figure with its name. */
export function FigureLine({ label, amount }: FigureLineProps) {
  return (
    <s-stack direction="inline" justifyContent="space-between" gap="small">
      <s-text>{label}</s-text>
      <s-text fontVariantNumeric="tabular-nums">{amount}</s-text>
    </s-stack>
  );
}
