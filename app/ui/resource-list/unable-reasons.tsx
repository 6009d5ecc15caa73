import { Text } from "@shopify/polaris";
import type { UnableThings } from "#app/domain/bulk-actions/group-reasons.ts";
import { whoseWords } from "#app/ui/counted-words.ts";

/** The commonest reasons; a whole view may have dozens. */
const REASONS = 6;

/** Why an action does not fit some of the chosen, said before it is pressed. */
export function UnableReasons({ unable }: { readonly unable: readonly UnableThings[] }) {
  const rest = countUnable(unable.slice(REASONS));
  return (
    <>
      {unable.slice(0, REASONS).map((each) => (
        <Text as="p" key={each.reason}>
          <bdi>{whoseWords(each.names, each.count)}</bdi>: {each.reason}
        </Text>
      ))}
      {rest > 0 ? <Text as="p">{`${rest.toLocaleString("en-US")} more, for other reasons.`}</Text> : null}
    </>
  );
}

export function countUnable(unable: readonly UnableThings[]): number {
  return unable.reduce((sum, { count }) => sum + count, 0);
}
