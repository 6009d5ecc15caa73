import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import type { TrackedParcel } from "#app/domain/storefront/tracked-parcels.ts";
import { formatLocalDay } from "./local-day.ts";
import { OTHER_SUM_WORDS } from "./other-sum-words.ts";
import { safe } from "./safe-html.ts";
import { TRACKING_WORDS } from "./tracking-words.ts";

type FormOptions = { readonly language: TextLanguage; readonly token: string };

/**
 * Where a customer says what the rider asked for; closed until it is needed, one for all parcels of an order. Nothing of it
 * stands in an address.
 */
export function otherSumForm(parcels: readonly TrackedParcel[], { language, token }: FormOptions): string {
  const options = parcels.flatMap(({ otherSum }, at) =>
    otherSum ? [{ id: safe(otherSum.parcelId), part: String(at + 1) }] : [],
  );
  if (options.length === 0) return "";
  const words = OTHER_SUM_WORDS[language];
  const rows = options.map(({ id, part }) => `<option value="${id}">${part} / ${parcels.length}</option>`);
  const which =
    parcels.length === 1
      ? `<input type="hidden" name="parcel" value="${options[0]?.id}">`
      : `<label for="karwan-parcel">${words.parcel}</label><select id="karwan-parcel" name="parcel">${rows.join("")}</select>`;
  return `<details><summary>${words.question}</summary><form method="post" action="?lang=${language}">
<input type="hidden" name="intent" value="other_sum"><input type="hidden" name="order" value="${safe(token)}">${which}
<label for="karwan-sum">${words.sum}</label><input id="karwan-sum" name="sum" type="text" inputmode="numeric" autocomplete="off" dir="ltr" maxlength="20" required>
<button>${words.button}</button></form></details>`;
}

type LastSaidOptions = { readonly language: TextLanguage; readonly timezone: string };

/** What the customer told us last about a parcel. */
export function lastSaid({ otherSum }: TrackedParcel, { language, timezone }: LastSaidOptions): string {
  const said = otherSum?.said;
  if (!said) return "";
  const sum = `<bdi dir="ltr">${formatRupees(said.askedPkr)}</bdi>`;
  const day = formatLocalDay(said.at, TRACKING_WORDS[language].lang, timezone);
  return `<p>${OTHER_SUM_WORDS[language].lastSaid(sum, day)}</p>`;
}
