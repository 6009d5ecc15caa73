import { createHash } from "node:crypto";
import { ApiError } from "./api-error.ts";
import { DAY_MS } from "./clock.ts";
import type { Answer, Call, World } from "./state.ts";
import { IDEMPOTENCY_DAYS } from "./terms.ts";

const MAX_KEY_LENGTH = 255;

/** A request in its three parts, so that an armed fault can strike before or after the effect. */
export type Stages = {
  before: () => Promise<void>;
  effect: () => Answer;
  after: () => Promise<void>;
};

/**
 * Runs `POST /orders` once per key and exact body bytes. The same again gets the first answer; while the first
 * still runs, or with another body, it is refused. A failure of ours before the effect is never remembered.
 */
export async function runOnce(world: World, call: Call, stages: Stages): Promise<Answer> {
  const recordKey = recordKeyOf(call);
  const bodyHash = createHash("sha256").update(call.rawBody).digest("hex");
  const known = world.idempotency.get(recordKey);
  const fresh = known !== undefined && world.clock.now() - known.at < IDEMPOTENCY_DAYS * DAY_MS;
  if (fresh) return replay(known.bodyHash === bodyHash, known.answer);
  const record = { bodyHash, at: world.clock.now(), answer: null };
  world.idempotency.set(recordKey, record);
  const answer = await runOrForget(world, recordKey, stages);
  try {
    await stages.after();
  } finally {
    world.idempotency.set(recordKey, { ...record, answer });
  }
  return answer;
}

function recordKeyOf(call: Call): string {
  const key = call.headers["idempotency-key"] ?? "";
  if (key === "") throw new ApiError("idempotency_key_required", "POST /orders needs an Idempotency-Key");
  if (key.length > MAX_KEY_LENGTH) {
    throw new ApiError("validation_error", "Idempotency-Key is too long", [
      { path: "Idempotency-Key", message: `At most ${MAX_KEY_LENGTH} characters` },
    ]);
  }
  return `${call.account.id}:${call.mode}:${key}`;
}

function replay(sameBody: boolean, answer: Answer | null): Answer {
  if (!sameBody) {
    throw new ApiError("idempotency_key_reused", "This Idempotency-Key was used with another body");
  }
  if (answer === null) {
    throw new ApiError("idempotency_in_progress", "The first request with this key is still running");
  }
  return { ...answer, headers: { ...answer.headers, "Idempotent-Replayed": "true" } };
}

async function runOrForget(world: World, recordKey: string, stages: Stages): Promise<Answer> {
  try {
    await stages.before();
    return stages.effect();
  } catch (error) {
    const refusal = error instanceof ApiError && error.status < 500 && error.status !== 429 ? error : null;
    if (refusal === null || world.undefinedBehaviour.idempotencyRemembers === "success") {
      world.idempotency.delete(recordKey);
      throw error;
    }
    return toErrorAnswer(world, refusal);
  }
}

/** The error body; under which key the details stand is a switch. */
export function toErrorAnswer(world: World, error: ApiError): Answer {
  const { code, message, details, headers, status } = error;
  const key = world.undefinedBehaviour.errorDetailsKey;
  const extra = details === undefined || key === "absent" ? {} : { [key]: details };
  return { status, body: { error: { code, message, ...extra } }, headers };
}
