import type { ActionFunctionArgs } from "@remix-run/node";
import { parseForm } from "../parse-form.server.ts";
import { refuseUnlessGranted } from "../refuse-unless-granted.server.ts";
import { requireShop, type Visit } from "../require-shop.server.ts";
import { doSettings } from "./do-settings.server.ts";
import { ownersIntents, type SettingsForm, settingsForm } from "./settings-form.ts";

/** The action of every page of the settings. */
export async function answerSettings(args: ActionFunctionArgs) {
  const visit = await requireShop(args);
  const form = await parseForm(args.request, settingsForm);
  const guard = ownersIntents[form.intent];
  const refusal = guard === undefined ? null : await refuseUnlessGranted(args, visit, guard);
  if (refusal) return refusal;
  const maySwitchPrepaidOn = switchesPrepaidOn(visit, form);
  const spending = maySwitchPrepaidOn ? await refuseUnlessGranted(args, visit, "pay", SPENDS) : null;
  return spending ?? doSettings({ ...visit, maySwitchPrepaidOn }, form);
}

/** From then on prepaid orders are placed in the name of whoever switched it on, from the wallet (R55). */
function switchesPrepaidOn({ ctx }: Visit, form: SettingsForm): boolean {
  // It goes on in the name of whoever ends it.
  if (form.intent === "end_shadow") return form.autoPrepaid;
  const isAsked = (form.intent === "set_up_routing" || form.intent === "save") && form.autoPrepaid === true;
  return isAsked && ctx.shop.autoPrepaidSince === null;
}

const SPENDS = {
  reason: "Placing prepaid orders automatically takes money from the wallet, which you may not do.",
  detail: "Ask the owner to switch it on, or to let you pay from the wallet under Settings, Team.",
};
