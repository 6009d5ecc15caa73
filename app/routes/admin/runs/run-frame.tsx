import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";

type RunFrameProps = {
  readonly title: string;
  readonly back: { readonly content: string; readonly url: string };
  readonly asOf: string;
  /** What it is about, and how far it is. */
  readonly sentences: readonly string[];
  /** Since when, and by whom. */
  readonly begun: ReactNode;
  /** While it goes on. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** What can be done about it now. */
  readonly choices?: ReactNode;
  /** The ways to narrow its rows. */
  readonly views?: ReactNode;
  readonly rows: readonly { readonly id: string; readonly row: ReactNode }[];
  /** Position the next page begins after; null on the last. */
  readonly next: number | null;
  /** "Next orders" */
  readonly nextWords: string;
};

/** The page of a run, whatever it is over: what it is about, how far it is, and what became of each thing. */
export function RunFrame({ title, back, asOf, sentences, begun, progress, ...run }: RunFrameProps) {
  return (
    <PageFrame title={title} backAction={back} asOf={asOf}>
      <Card>
        <BlockStack gap="300">
          <BlockStack gap="100">
            {sentences.map((sentence) => (
              <Text as="p" key={sentence}>
                {sentence}
              </Text>
            ))}
            {begun}
          </BlockStack>
          {progress ? <Progress {...progress} /> : null}
          {run.choices}
        </BlockStack>
      </Card>
      <Card padding="0">
        {run.views}
        <ul className="k-rows">
          {run.rows.map(({ id, row }) => (
            <li key={id}>{row}</li>
          ))}
        </ul>
        {run.rows.length === 0 ? <NoRows /> : null}
        <RunPages next={run.next} words={run.nextWords} />
      </Card>
    </PageFrame>
  );
}

function NoRows() {
  return (
    <Box padding="400">
      <Text as="p" tone="subdued">
        None.
      </Text>
    </Box>
  );
}

function RunPages({ next, words }: { readonly next: number | null; readonly words: string }) {
  const { goNext, goBack, isFirst } = useListUrl("after");
  if (next === null && isFirst) return null;
  return (
    <Box padding="400">
      <InlineStack gap="200" align="center">
        {isFirst ? null : <Button onClick={goBack}>Back</Button>}
        {next === null ? null : <Button onClick={() => goNext(String(next))}>{words}</Button>}
      </InlineStack>
    </Box>
  );
}
