import { Text } from "@shopify/polaris";
import { formatAgo } from "#app/platform/time/format-time.ts";
import { Moment } from "./moment.tsx";

/** "Begun Sat 21 Nov, 10:42, 3 h ago": of a press on many things. */
export function StartedAt({ at, asOf }: { readonly at: string; readonly asOf: string }) {
  return (
    <Text as="p" tone="subdued" variant="bodySm">
      Begun <Moment at={at} />, {formatAgo(at, asOf)}
    </Text>
  );
}
