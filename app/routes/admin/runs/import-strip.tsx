import { Link, Text } from "@shopify/polaris";
import type { ImportSum } from "#app/domain/catalog/import/find-import-run.server.ts";
import { runUrl } from "#app/ui/run-url.ts";
import { RunningStrip } from "#app/ui/running-strip.tsx";
import { productsInWords, summaryOf } from "./import-words.ts";

/** An import under way, or what came of the one before, with the way to its page. */
export function ImportStrip({ run }: { run: ImportSum | null }) {
  if (run === null) return null;
  const { id, state, total, done, refused } = run;
  const url = runUrl("imports", id);
  if (state === "running" || state === "stopping")
    return (
      <RunningStrip
        words={`Importing ${productsInWords(total)}`}
        run={{ total, settled: done + refused }}
        url={url}
      />
    );
  return (
    <div className="k-strip">
      <Text as="span">
        {state === "stopped" ? "The last import was stopped" : "Last import"}: {summaryOf(run)}{" "}
        <Link url={url}>See each</Link>
      </Text>
    </div>
  );
}

export function isImporting(run: { readonly state: string } | null): boolean {
  return run?.state === "running" || run?.state === "stopping";
}
