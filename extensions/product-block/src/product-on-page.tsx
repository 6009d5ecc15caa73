import { badgeTone } from "../../shared/badge-tone.ts";
import { FigureLine } from "../../shared/figure-line.tsx";
import { formatRupees } from "../../shared/format-rupees.ts";
import { NotRead } from "../../shared/not-read.tsx";
import type { Translate } from "../../shared/translate.ts";
import { useReading } from "../../shared/use-reading.ts";
import type { ProductBlock, Range } from "./product-block.ts";

type ProductOnPageProps = {
  /** Where the app tells of the product; null where Shopify names none. */
  readonly path: string | null;
  readonly translate: Translate;
};

/** What the product whose page is open is at the supplier. */
export function ProductOnPage({ path, translate }: ProductOnPageProps) {
  const { reading, read } = useReading<ProductBlock>(path);
  const isRead = reading?.kind === "read";
  return (
    <s-admin-block heading={translate("heading")} collapsedSummary={isRead ? reading.block.status.label : ""}>
      {isRead ? (
        <Product block={reading.block} translate={translate} />
      ) : (
        <NotRead {...{ reading, translate }} onRead={() => void read()} />
      )}
    </s-admin-block>
  );
}

type ProductProps = { readonly block: ProductBlock; readonly translate: Translate };

function Product({ block, translate }: ProductProps) {
  return (
    <s-stack gap="base">
      <s-stack direction="inline" gap="small">
        <s-badge tone={badgeTone(block.status)}>{block.status.label}</s-badge>
        <s-link href={`app:${block.path}`}>{translate("open")}</s-link>
      </s-stack>
      {block.issues.map((sentence) => (
        <s-banner key={sentence} tone="warning">
          <s-text>{sentence}</s-text>
        </s-banner>
      ))}
      {block.note === null ? null : <s-text color="subdued">{block.note}</s-text>}
      <s-stack gap="small-300">
        {linesOf(block, translate).map(({ label, amount }) => (
          <FigureLine key={label} {...{ label, amount }} />
        ))}
      </s-stack>
      <Kept block={block} translate={translate} />
    </s-stack>
  );
}

function linesOf({ costs, margins, stock, confirmed }: ProductBlock, translate: Translate) {
  const margin = margins === null ? null : translate("about", { amount: formatRange(margins) });
  return [
    { label: translate("wholesale"), amount: costs === null ? translate("notKnown") : formatRange(costs) },
    { label: translate("margin"), amount: margin ?? translate("notKnown") },
    { label: translate("stock"), amount: String(stock.atService) },
    {
      label: translate("shown"),
      amount: stock.shown === null ? translate("notWritten") : String(stock.shown),
    },
    { label: translate("confirmed"), amount: confirmed ?? translate("notConfirmed") },
  ];
}

/** "Rs 1,200", or "Rs 1,200 – Rs 1,800" where its variants differ. */
function formatRange({ lowest, highest }: Range): string {
  if (lowest === highest) return formatRupees(lowest);
  return `${formatRupees(lowest)} – ${formatRupees(highest)}`;
}

function Kept({ block: { kept }, translate }: ProductProps) {
  if (kept.length === 0) return null;
  return (
    <s-stack gap="small-300">
      <s-heading>{translate("locked")}</s-heading>
      {kept.map((words) => (
        <s-text key={words}>{words}</s-text>
      ))}
    </s-stack>
  );
}
