import { openWords, sealWords, type Words } from "#app/domain/context/sealed-words.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { AttemptRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { AttemptId } from "#app/platform/ids.ts";

function placeOf(attemptId: AttemptId) {
  return { table: "handoff_attempt", row: attemptId, column: "error_words_enc" } as const;
}

/** Numbers and words of a refusal as its attempt keeps them: what the service wrote is sealed (R54). */
export function sealRefusal({ crypto }: Pick<ShopContext, "crypto">, attemptId: AttemptId, words: Words) {
  const { params: errorDetails, wordsEnc: errorWordsEnc } = sealWords(crypto, placeOf(attemptId), words);
  return { errorDetails, errorWordsEnc };
}

type RefusalRow = Pick<AttemptRecord, "id" | "errorDetails" | "errorWordsEnc">;

export function openRefusal({ crypto }: Pick<ShopContext, "crypto">, attempt: RefusalRow): Words {
  const { id, errorDetails: params, errorWordsEnc: wordsEnc } = attempt;
  return openWords(crypto, placeOf(id), { params, wordsEnc });
}
