import { setTimeout as wait } from "node:timers/promises";
import { createRandom } from "../supplier/random.ts";

type Chance = {
  readonly times?: number;
  /** Strikes with this chance each time, by the faults' seed; as often as it comes unless `times` bounds it. */
  readonly probability?: number;
};

/** Faults that can be armed; each is used up by the next request or delivery it fits. */
export type RequestFault = Chance & {
  readonly kind: "delay" | "status" | "throttled" | "cut_before" | "cut_after" | "status_after" | "refused";
  /** `refused` (with user errors) and a delay of one field alone are armed at `fieldName:run`. Only requests with this root field or operation name; "oauth" for token requests; absent: any GraphQL request. */
  readonly field?: string;
  readonly shop?: string;
  readonly delayMs?: number;
  readonly status?: number;
};

export type WebhookFault = Chance & {
  readonly kind: "lost" | "doubled" | "late" | "reordered" | "forged";
  readonly topic?: string;
  readonly shop?: string;
  readonly delayMs?: number;
};

export type Faults = {
  armRequest(fault: RequestFault): void;
  armWebhook(fault: WebhookFault): void;
  takeRequest(shop: string, names: readonly string[]): RequestFault | undefined;
  /** Takes only a fault that asks for this very place. */
  takeAt(shop: string, place: string): RequestFault | undefined;
  takeWebhook(shop: string, topic: string): WebhookFault | undefined;
  /** Those that have not struck as often as they were meant to. */
  list(): readonly (RequestFault | WebhookFault)[];
  /** Waits as long as a `delay` says, or until delays are released. */
  delay(fault: RequestFault): Promise<void>;
  /** What is being delayed goes on at once. */
  release(): void;
  /** Nothing goes wrong from now on: what is being delayed goes on at once. */
  clear(): void;
  /** Where chance starts from. */
  seed(seed: number): void;
};

type Armed<T> = { fault: T; left: number };

export function createFaults(): Faults {
  let requests: Array<Armed<RequestFault>> = [];
  let webhooks: Array<Armed<WebhookFault>> = [];
  let random = createRandom(1);
  let releasing = new AbortController();
  const release = () => {
    releasing.abort();
    releasing = new AbortController();
  };
  const arm = <T extends Chance>(fault: T): Armed<T> => ({
    fault,
    left: fault.times ?? (fault.probability === undefined ? 1 : Number.POSITIVE_INFINITY),
  });
  const strikes = ({ probability }: Chance) => probability === undefined || random() < probability;
  const take = <T extends Chance & { shop?: string }>(
    armed: Array<Armed<T>>,
    shop: string,
    fits: (fault: T) => boolean,
  ) => {
    const found = armed.find(
      ({ fault, left }) =>
        left > 0 && (fault.shop === undefined || fault.shop === shop) && fits(fault) && strikes(fault),
    );
    if (found) found.left -= 1;
    return found?.fault;
  };
  return {
    armRequest: (fault) => void requests.push(arm(fault)),
    armWebhook: (fault) => void webhooks.push(arm(fault)),
    takeRequest: (shop, names) =>
      take(requests, shop, ({ field }) => field === undefined || names.includes(field)),
    takeAt: (shop, place) => take(requests, shop, ({ field }) => field === place),
    takeWebhook: (shop, topic) =>
      take(webhooks, shop, (fault) => fault.topic === undefined || fault.topic === topic),
    list: () => [...requests, ...webhooks].filter(({ left }) => left > 0).map(({ fault }) => fault),
    async delay({ delayMs = 0 }) {
      const until = { signal: releasing.signal, ref: false };
      await wait(delayMs, undefined, until).catch(() => undefined);
    },
    release,
    clear() {
      requests = [];
      webhooks = [];
      release();
    },
    seed: (seed) => {
      random = createRandom(seed);
    },
  };
}
