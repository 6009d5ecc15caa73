import { BlockStack, InlineStack, Text } from "@shopify/polaris";
import { VARIANTS_MISSING } from "#app/domain/catalog/adoption/plan-adoption.ts";
import { type Fix, isFixable } from "#app/domain/catalog/pricing/fixable-issues.ts";
import { describeImportFailure } from "#app/domain/messages/failures/import-failure.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { FixButton } from "./fix-button.tsx";
import type { ShownListing } from "./shown-listing.ts";

type ListingWithIssues = Pick<
  ShownListing,
  "id" | "supplierProductId" | "origin" | "state" | "failure" | "openIssues"
>;

/** Why a listing needs the merchant, each reason with the button that helps. */
export function ListingIssues({ listing }: { listing: ListingWithIssues }) {
  const { failure, openIssues } = listing;
  // The failure's own words follow; its row of attention says the same again.
  const others = openIssues.filter(({ code }) => failure === null || code !== "import_failed");
  const trouble = failure === null ? null : describeImportFailure(failure);
  if (trouble === null && others.length === 0) return null;
  return (
    <BlockStack gap="300" inlineAlign="start">
      {trouble ? (
        <Reason
          sentence={`${trouble.title} ${trouble.whatToDo}`}
          detail={openIssues.find(({ code }) => code === "import_failed")?.detail ?? null}
          {...{ listing, code: null, canTakeOver: false, fix: null }}
        />
      ) : null}
      {others.map(({ id, code, sentence, canTakeOver, fix }) => (
        <Reason key={id} {...{ sentence, listing, code, canTakeOver, fix, detail: null }} />
      ))}
    </BlockStack>
  );
}

type ReasonProps = {
  readonly sentence: string;
  readonly detail: string | null;
  readonly listing: ListingWithIssues;
  readonly code: string | null;
  readonly canTakeOver: boolean;
  readonly fix: Fix | null;
};

function Reason({ sentence, detail, listing, code, canTakeOver, fix }: ReasonProps) {
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Text as="p" variant="bodySm" tone={code === "loses_money" ? "critical" : undefined}>
        {sentence}
      </Text>
      {detail ? (
        <Text as="p" variant="bodySm" tone="subdued">
          “{detail}”
        </Text>
      ) : null}
      {code === null && listing.state === "failed" ? (
        <ActionButton
          label="Try again"
          size="slim"
          intent="try_again"
          action="/products"
          fields={{ supplierProductId: listing.supplierProductId }}
        />
      ) : null}
      <IssueButtons {...{ code, listing, canTakeOver, fix }} />
      {code === VARIANTS_MISSING ? (
        <ActionButton
          label="Look again"
          size="slim"
          intent="look_again"
          action="/listings"
          fields={{ listingId: listing.id }}
        />
      ) : null}
    </BlockStack>
  );
}

/** What may be done about a change of the supplier's; nothing where only Shopify or another price helps. */
const TAKE_OVER: Readonly<Record<string, string>> = {
  content_changed: "Take it over",
  variants_added: "Add them",
};

/** What may be left, though nothing of it can be taken over. */
const LEAVE_ONLY: readonly string[] = ["variants_gone", "variant_gone"];

type IssueButtonsProps = Pick<ReasonProps, "code" | "canTakeOver" | "fix" | "listing">;

function IssueButtons({ code, canTakeOver, fix, listing: { id } }: IssueButtonsProps) {
  if (code === null) return null;
  const press = { size: "slim", fields: { code }, action: `/listings/${id}` } as const;
  if (code === "sync_failed") return <ActionButton {...press} label="Try again" intent="try_again" />;
  const takeOver = TAKE_OVER[code];
  if (takeOver === undefined && !isFixable(code) && !LEAVE_ONLY.includes(code)) return null;
  return (
    <InlineStack gap="200">
      {fix ? <FixButton listingId={id} code={code} fix={fix} /> : null}
      {takeOver && canTakeOver ? <ActionButton {...press} label={takeOver} intent="take_over" /> : null}
      <ActionButton {...press} label="Leave it" intent="keep" />
    </InlineStack>
  );
}
