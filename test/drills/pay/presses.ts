import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { paymentRefusalSentence } from "#app/domain/messages/holds/payment-sentences.ts";
import { type ActionResult, type Form, type People, type Person, people } from "./people.ts";

/** How a thing is pressed when nothing goes wrong outside. */
export const pressKinds = ["plain", "double click", "two tabs"] as const;

export type Way = (typeof pressKinds)[number];

/**
 * Presses a form: once, twice with the name of one press, or twice from the tabs of two people. All at once; tells what
 * each was answered.
 */
export function pressIn(who: People, way: Way, form: Form): Promise<readonly ActionResult[]> {
  const id = randomUUID();
  switch (way) {
    case "plain":
      return Promise.all([who.press(people.owner, form)]);
    case "double click":
      return Promise.all([who.press(people.owner, form, id), who.press(people.owner, form, id)]);
    case "two tabs":
      return Promise.all([who.press(people.owner, form), who.press(people.staff, form)]);
  }
}

/**
 * Presses, and again as the answer asks for while the service is not called because of the failures that other cases
 * brought about; tells the answers of all presses.
 */
export async function pressUntilAsked(
  who: People,
  person: Person,
  form: Form,
): Promise<readonly ActionResult[]> {
  const answers: ActionResult[] = [];
  for (const deadline = Date.now() + PATIENCE_MS; ; await pause(1000)) {
    const answer = await who.press(person, form);
    answers.push(answer);
    if (!answer.said.includes(NOT_ASKED) || Date.now() > deadline) return answers;
  }
}

/** For longer than a breaker rests, which is half a minute at most. */
const PATIENCE_MS = 60_000;
const NOT_ASKED = paymentRefusalSentence("circuit_open");

/** What may happen to the answer of one call of the service. */
export const losses = [
  { title: "answer lost before the service did it", fault: { kind: "cut", when: "before" }, isDone: false },
  { title: "answer lost after the service did it", fault: { kind: "cut", when: "after" }, isDone: true },
  { title: "the service fails before it did it", fault: { kind: "error", when: "before" }, isDone: false },
  { title: "the service fails after it did it", fault: { kind: "error", when: "after" }, isDone: true },
  { title: "half an answer", fault: { kind: "truncate" }, isDone: true },
] as const;

export type Loss = (typeof losses)[number];

/** Runs one thing after the other. */
export type InTurn = <T>(run: () => Promise<T>) => Promise<T>;

/** Does things that need the world to themselves one after the other, while what they wait for goes on beside them. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const mine = last.then(run, run);
    last = mine.catch(() => null);
    return mine;
  };
}

/** Asks for problems until there are none, or the time is over. */
export async function untilRight(
  find: () => Promise<readonly string[]>,
  timeoutMs = 150_000,
): Promise<readonly string[]> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const problems = await find().catch((error: unknown) => [String(error)]);
    if (problems.length === 0 || Date.now() > deadline) return problems;
    await pause(500);
  }
}

/** Problems by what was told: exactly so many people were told that it is done. */
export function problemsOfResults(results: readonly ActionResult[], wanted: number): string[] {
  const done = results.filter(({ ok }) => ok).length;
  const words = results.map(({ by, ok, said }) => `${by}: ${ok ? "done" : "not done"} (${said})`).join("; ");
  return done === wanted ? [] : [`${done} were told that it is done, not ${wanted}: ${words}`];
}

export function winnerOf(results: readonly ActionResult[]): Person | null {
  return results.find(({ ok }) => ok)?.by ?? null;
}
