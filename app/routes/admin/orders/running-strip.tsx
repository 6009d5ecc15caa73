import { InlineStack, Link, ProgressBar, Text } from "@shopify/polaris";
import type { RunningBulk } from "#app/domain/orders/bulk/find-bulk-run.server.ts";
import { doingWords } from "./bulk-words.ts";

/** A press on many orders that is still under way, with the way to its results. */
export function RunningStrip({ running }: { running: RunningBulk }) {
  const { id, action, total, settled } = running;
  return (
    <div className="k-strip" role="status">
      <InlineStack gap="300" blockAlign="center">
        <Text as="span">
          {doingWords(action, total)}: {String(settled)} done.{" "}
          <Link url={`/orders/bulk/${id}`}>See each</Link>
        </Text>
        <div className="k-strip-bar">
          <ProgressBar size="small" progress={total === 0 ? 100 : (settled / total) * 100} />
        </div>
      </InlineStack>
    </div>
  );
}
