import type { Translate } from "./translate.ts";
import type { Reading } from "./use-reading.ts";

type NotReadProps = {
  readonly reading: Reading<unknown>;
  readonly translate: Translate;
  readonly onRead: () => void;
};

/** In place of a block's data: it comes, there is none, or no answer came. */
export function NotRead({ reading, translate, onRead }: NotReadProps) {
  if (reading === null) return <s-spinner accessibilityLabel={translate("loading")} />;
  if (reading.kind === "unknown") return <s-paragraph>{translate("nothing")}</s-paragraph>;
  return (
    <s-banner tone="critical" heading={translate("failed")}>
      <s-button onClick={onRead}>{translate("tryAgain")}</s-button>
    </s-banner>
  );
}
