import { Link } from "@remix-run/react";
import { Button, ButtonGroup, Card, InlineStack, Select, Text } from "@shopify/polaris";
import { weeksOfMonth } from "#app/domain/money/calendar-days.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { payoutStates } from "#app/domain/payouts/payout.ts";
import { payoutKinds } from "#app/domain/payouts/payouts-filter.ts";
import { formatDay } from "#app/platform/time/format-time.ts";
import { shortRupees } from "#app/ui/chart/short-rupees.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { KIND_WORDS, monthWords, parcelsWords, STATE_WORDS, sumWords } from "./payouts-words.ts";
import type { ShownDay, ShownPayouts } from "./shown-payouts.ts";

type MonthProps = { readonly page: ShownPayouts };

/** A month by day: a calendar where there is room, a list where there is not. */
export function MonthCard({ page }: MonthProps) {
  return (
    <Card padding="0">
      <MonthHead page={page} />
      {page.days.length === 0 ? (
        <div className="k-topic">
          <Text as="p" tone="subdued">
            Nothing has its release date in this month{isFiltered(page) ? " with these filters" : ""}.
          </Text>
        </div>
      ) : (
        <>
          <div className="k-desk">
            <Calendar page={page} />
          </div>
          <ul className="k-rows">
            {page.days.map((day) => (
              <DayRow key={day.day} day={day} page={page} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function isFiltered({ filter }: ShownPayouts): boolean {
  return filter.state !== null || filter.kind !== null;
}

const STATES = [
  { value: "", label: "All states" },
  ...payoutStates.map((value) => ({ value, label: STATE_WORDS[value].label })),
];
const KINDS = [
  { value: "", label: "Margins and fees" },
  ...payoutKinds.map((value) => ({ value, label: KIND_WORDS[value] })),
];

function MonthHead({ page: { month, months, filter } }: MonthProps) {
  const { change } = useListUrl("after");
  const turn = (to: string | null) => () => change({ month: to ?? "" });
  return (
    <div className="k-card-head">
      <InlineStack align="space-between" blockAlign="center" gap="300">
        <Text as="h2" variant="headingMd">
          {monthWords(month)}
        </Text>
        <InlineStack gap="200" blockAlign="center">
          <Select
            label="State"
            labelHidden
            options={STATES}
            value={filter.state ?? ""}
            onChange={(state) => change({ state })}
          />
          <Select
            label="What it is"
            labelHidden
            options={KINDS}
            value={filter.kind ?? ""}
            onChange={(kind) => change({ kind })}
          />
          <ButtonGroup variant="segmented">
            <Button disabled={months.earlier === null} onClick={turn(months.earlier)}>
              Earlier
            </Button>
            <Button disabled={months.later === null} onClick={turn(months.later)}>
              Later
            </Button>
          </ButtonGroup>
        </InlineStack>
      </InlineStack>
    </div>
  );
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function Calendar({ page }: MonthProps) {
  const byDay = new Map(page.days.map((day) => [day.day, day]));
  return (
    <table className="k-calendar">
      <caption className="k-unseen">Rupees by release date in {monthWords(page.month)}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(page.month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, at) => (
              <td key={WEEKDAYS[at]} aria-current={day === page.today ? "date" : undefined}>
                {day === null ? null : <Cell day={day} sums={byDay.get(day)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ day, sums }: { readonly day: string; readonly sums: ShownDay | undefined }) {
  return (
    <>
      <span className="k-calendar-date">{Number(day.slice(8))}</span>
      {sums && sums.net.parcels > 0 ? (
        <span className="k-money">{shortRupees(sums.net.amountPkr)}</span>
      ) : null}
    </>
  );
}

/** What a day brings, by state; opens to its parcels. */
function DayRow({ day, page }: { readonly day: ShownDay; readonly page: ShownPayouts }) {
  const { filter } = page;
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  ).toString();
  return (
    <li>
      <Link to={`/payouts/days/${day.day}${query && `?${query}`}`} className="k-row">
        <span className="k-row-line">
          <Text as="span" fontWeight="medium">
            {formatDay(day.day, "UTC")}
          </Text>
          <Text as="span" tone="subdued">
            {parcelsWords(day.parcels)}
          </Text>
        </span>
        {day.states.map((sum) => (
          <span className="k-row-line" key={sum.state}>
            <StatusBadge {...STATE_WORDS[sum.state]} />
            <span className="k-money">{sumWords(sum)}</span>
          </span>
        ))}
        {day.fees.parcels > 0 ? (
          <Text as="span" tone="subdued" variant="bodySm">
            Prepaid fees {formatRupees(day.fees.amountPkr)} in it
          </Text>
        ) : null}
      </Link>
    </li>
  );
}
