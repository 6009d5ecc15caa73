import { Card } from "@shopify/polaris";
import { Earlier } from "#app/ui/earlier.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { type TimelineLine, TimelineList } from "#app/ui/timeline-list.tsx";

const EMPTY = {
  title: "Nothing has happened yet",
  text: "What happens, and who did it, appears here line by line.",
};

export function Feed({ lines, next }: { lines: readonly TimelineLine[]; next: string | null }) {
  if (lines.length === 0) return <EmptyCard {...EMPTY} />;
  return (
    <>
      <Card>
        <h2 className="k-unseen">What happened</h2>
        <TimelineList lines={lines} />
      </Card>
      <Earlier next={next} />
    </>
  );
}
