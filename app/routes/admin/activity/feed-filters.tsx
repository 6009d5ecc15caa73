import {
  type ActivityActor,
  type ActivityFilter,
  activityActors,
} from "#app/domain/activity/activity-filter.ts";
import { type FactTopic, factTopics } from "#app/domain/timeline/fact-topics.ts";
import { ListFilters } from "#app/ui/list-filters.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";

const ABOUT: Readonly<Record<FactTopic, string>> = {
  orders: "Orders",
  listings: "Listings",
  money: "Money",
  settings: "Settings",
  connection: "Connection",
};

const WHO: Readonly<Record<ActivityActor, string>> = {
  person: "A person",
  you: "You",
  karwan: "Karwan",
  event: "An event of Shopify, supplier, courier or customer",
};

const ABOUT_OPTIONS = factTopics.map((value) => ({ value, label: ABOUT[value] }));
const WHO_OPTIONS = activityActors.map((value) => ({ value, label: WHO[value] }));

export function FeedFilters({ filter }: { filter: ActivityFilter }) {
  const { change } = useListUrl("before");
  return (
    <ListFilters
      search={filter.order}
      placeholder="Number of an order"
      searchOn="typing"
      onSearch={(order) => change({ order })}
      onChange={change}
      filters={[
        {
          ...{ kind: "choice", key: "about", label: "What about", pinned: true },
          ...{ value: filter.about ?? "", options: ABOUT_OPTIONS },
        },
        {
          ...{ kind: "choice", key: "who", label: "Who", pinned: true },
          ...{ value: filter.who ?? "", options: WHO_OPTIONS },
        },
      ]}
      days={{ label: "When", fromKey: "from", toKey: "to", from: filter.from ?? "", to: filter.to ?? "" }}
    />
  );
}
