import { InlineStack, Link, Text } from "@shopify/polaris";
import { Progress } from "./progress.tsx";

type RunningStripProps = {
  /** "Placing 12 orders" */
  readonly words: string;
  readonly run: { readonly total: number; readonly settled: number };
  /** Where its results are. */
  readonly url: string;
};

/** A press on many things that is still under way, with the way to its results. */
export function RunningStrip({ words, run: { total, settled }, url }: RunningStripProps) {
  return (
    <div className="k-strip" role="status">
      <InlineStack gap="300" blockAlign="center">
        <Text as="span">
          {words}: {String(settled)} done. <Link url={url}>See each</Link>
        </Text>
        <div className="k-strip-bar">
          <Progress done={settled} total={total} />
        </div>
      </InlineStack>
    </div>
  );
}
