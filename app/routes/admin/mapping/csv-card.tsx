import { useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Button, Card, DropZone, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { countOf } from "#app/domain/messages/count-of.ts";
import { Refusal } from "#app/ui/refusal.tsx";
import { useCsvExport } from "#app/ui/use-csv-export.tsx";
import type { CsvAnswer } from "./csv.ts";

const MOST_SHOWN = 200;

/** Mappings as a file: out as they are, in with a look at what each row would do before anything is done. */
export function CsvCard({ onApplied }: { onApplied: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const exporting = useCsvExport({ path: "/mapping/export", name: "mappings" });
  const fetcher = useFetcher<CsvAnswer>();
  const send = (chosen: File, intent: "look" | "apply") => {
    const form = new FormData();
    form.set("intent", intent);
    form.set("file", chosen);
    fetcher.submit(form, { method: "post", action: "/mapping/csv", encType: "multipart/form-data" });
  };
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useEffect(() => {
    if (fetcher.data && "kind" in fetcher.data && fetcher.data.kind === "applied") onApplied();
  }, [fetcher.data, onApplied]);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="300" align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            Mappings as a file
          </Text>
          <Button onClick={exporting.action.onAction} loading={exporting.action.loading}>
            Download CSV
          </Button>
        </InlineStack>
        {exporting.refusal}
        <Text as="p" tone="subdued">
          One row for each part. Its columns: <b>variant gid</b>, the number that ends the address of your
          variant in Shopify; <b>supplier variant id</b>; and <b>quantity</b>, how many one unit holds. You
          see what each row would do before anything is changed; rows that are wrong change nothing.
        </Text>
        <DropZone
          accept=".csv,text/csv,text/plain"
          type="file"
          allowMultiple={false}
          onDrop={(_files, accepted) => {
            const [chosen] = accepted;
            if (!chosen) return;
            setFile(chosen);
            send(chosen, "look");
          }}
          variableHeight
          label="Bring in a CSV file"
        >
          <DropZone.FileUpload actionTitle={file ? file.name : "Choose file"} />
        </DropZone>
        {fetcher.state !== "idle" ? <Text as="p">Reading the file…</Text> : null}
        {answer && "ok" in answer ? <Refusal answer={answer} /> : null}
        {answer && "kind" in answer ? (
          <Results answer={answer} onApply={() => (file ? send(file, "apply") : undefined)} />
        ) : null}
      </BlockStack>
    </Card>
  );
}

type CsvPreview = Extract<CsvAnswer, { kind: string }>;

function Results({ answer, onApply }: { answer: CsvPreview; onApply: () => void }) {
  const { results, variants } = answer;
  const refused = results.filter(({ outcome }) => outcome === "refused").length;
  const words = countOf(variants, "variant", "variants");
  return (
    <BlockStack gap="300">
      <div role="status">
        <Text as="p" fontWeight="semibold">
          {answer.kind === "applied" ? `${words} mapped.` : `${words} would change.`}
          {refused > 0
            ? ` ${countOf(refused, "row is wrong and changes", "rows are wrong and change")} nothing.`
            : ""}
        </Text>
      </div>
      {answer.kind === "looked_at" && variants > 0 ? (
        <InlineStack>
          <Button variant="primary" onClick={onApply}>
            {`Apply to ${words}`}
          </Button>
        </InlineStack>
      ) : null}
      <ul className="k-rows">
        {sortedByOutcome(results)
          .slice(0, MOST_SHOWN)
          .map(({ line, outcome, title, words: what }) => (
            <li key={line}>
              <div className="k-csv-row">
                <Text as="span" tone="subdued">
                  Line {line}
                </Text>
                <span>
                  <Badge {...OUTCOMES[outcome]} />
                </span>
                <Text as="span">
                  {title ? (
                    <>
                      <bdi>{title}</bdi>:{" "}
                    </>
                  ) : null}
                  {what}
                </Text>
              </div>
            </li>
          ))}
      </ul>
      {results.length > MOST_SHOWN ? (
        <Text as="p" tone="subdued">
          The first {MOST_SHOWN} of {countOf(results.length, "row", "rows")}; wrong ones come first.
        </Text>
      ) : null}
    </BlockStack>
  );
}

const OUTCOMES = {
  refused: { tone: "critical", children: "Wrong" },
  change: { tone: "info", children: "Changes" },
  same: { children: "As it is" },
  skipped: { children: "Skipped" },
} as const;

function sortedByOutcome(results: CsvPreview["results"]): CsvPreview["results"] {
  const rank = { refused: 0, change: 1, same: 2, skipped: 3 } as const;
  return results.toSorted((a, b) => rank[a.outcome] - rank[b.outcome] || a.line - b.line);
}
