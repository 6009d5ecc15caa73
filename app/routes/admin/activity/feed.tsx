import type { SerializeFrom } from "@remix-run/node";
import { Card, Text } from "@shopify/polaris";
import type { ActivityFilter } from "#app/domain/activity/activity-filter.ts";
import type { ActivityPage } from "#app/domain/activity/list-activity.server.ts";
import { Earlier } from "#app/ui/earlier.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { TimelineList } from "#app/ui/timeline-list.tsx";
import { Cause } from "./cause.tsx";
import { FeedFilters } from "./feed-filters.tsx";

const EMPTY = {
  title: "Nothing has happened yet",
  text: "What happens, who did it and why, appears here line by line.",
};

/** What happened, who did it and why. */
export function Feed({ page }: { page: SerializeFrom<ActivityPage> }) {
  const { lines, filter, next } = page;
  if (lines.length === 0 && !isFiltered(filter)) return <EmptyCard {...EMPTY} />;
  const shown = lines.map(({ cause, ...line }) => ({
    ...line,
    note: cause ? <Cause cause={cause} /> : null,
  }));
  return (
    <>
      <Card padding="0">
        <h2 className="k-unseen">What happened</h2>
        <FeedFilters filter={filter} />
        <div className="k-topic">
          {shown.length === 0 ? (
            <Text as="p" tone="subdued">
              Nothing that happened fits these filters. Take one off, or look at another time.
            </Text>
          ) : (
            <TimelineList lines={shown} />
          )}
        </div>
      </Card>
      <Earlier next={next} />
    </>
  );
}

function isFiltered({ about, who, from, to, order }: ActivityFilter): boolean {
  return about !== null || who !== null || from !== null || to !== null || order !== "";
}
