type Parts = Readonly<Record<string, string>>;

/** Making a format costs a hundred times what using it does; a process meets few time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timeZone, format);
  return format;
}

function partsOf(at: Date, timeZone: string): Parts {
  return Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
}

/** English month names as merchants write them; ICU says "Sept". */
function monthOf(parts: Parts): string {
  return (parts.month ?? "").slice(0, 3);
}

/** "Thu 26 Nov", in the shop's own time zone. */
export function formatDay(at: Date | string, timeZone: string): string {
  const parts = partsOf(new Date(at), timeZone);
  return `${parts.weekday} ${parts.day} ${monthOf(parts)}`;
}

/** "26 Nov": where there is little room. */
export function formatDate(at: Date | string, timeZone: string): string {
  const parts = partsOf(new Date(at), timeZone);
  return `${parts.day} ${monthOf(parts)}`;
}

/** "10:42", in the shop's own time zone. */
export function formatClock(at: Date | string, timeZone: string): string {
  const parts = partsOf(new Date(at), timeZone);
  return `${parts.hour}:${parts.minute}`;
}

/** "Thu 26 Nov 2026, 10:42": the exact time behind a day. */
export function formatMoment(at: Date | string, timeZone: string): string {
  const parts = partsOf(new Date(at), timeZone);
  return `${formatDay(at, timeZone)} ${parts.year}, ${formatClock(at, timeZone)}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago, in one word's breadth: "now", "12 min", "5 h", "3 d". */
export function formatAge(since: Date | string, now: Date | string): string {
  const ageMs = new Date(now).getTime() - new Date(since).getTime();
  if (ageMs < MINUTE_MS) return "now";
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`;
  if (ageMs < 2 * DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`;
  return `${Math.floor(ageMs / DAY_MS)} d`;
}

/** The same in a sentence: "just now", "12 min ago", "3 d ago". */
export function formatAgo(since: Date | string, now: Date | string): string {
  const age = formatAge(since, now);
  return age === "now" ? "just now" : `${age} ago`;
}
