import { Link } from "@remix-run/react";
import { Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { StatusWords } from "#app/ui/status-words.ts";

type RunRowProps = {
  readonly to: string;
  readonly title: ReactNode;
  readonly status: StatusWords;
  readonly reason: string | null;
};

/** One thing of a run: what became of it, and why not where it was not possible. */
export function RunRow({ to, title, status, reason }: RunRowProps) {
  return (
    <Link to={to} className="k-row">
      <div className="k-row-line">
        <Text as="span" fontWeight="semibold" truncate>
          {title}
        </Text>
        <StatusBadge {...status} />
      </div>
      {reason ? (
        <Text as="p" tone="subdued" variant="bodySm">
          {reason}
        </Text>
      ) : null}
    </Link>
  );
}

export const IN_QUEUE: StatusWords = { label: "In the queue", tone: "plain" };
export const NOT_POSSIBLE: StatusWords = { label: "Not possible", tone: "warning" };
