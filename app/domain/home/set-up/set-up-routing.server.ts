import { saveSupplierChanges } from "#app/domain/catalog/listings/policy/supplier-changes.server.ts";
import { recordSetupAnswer } from "#app/domain/connection/setup-answers.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CostPolicy } from "#app/domain/policy/pricing/listing-policy.ts";
import {
  type SaveSettingsResult,
  type SettingsChange,
  saveSettings,
} from "#app/domain/shops/save-settings.server.ts";

type RoutingAnswers = Pick<
  SettingsChange,
  "by" | "maySwitchPrepaidOn" | "autoPrepaid" | "autoCod" | "codGateways" | "shippingShare" | "senderName"
> & {
  readonly whenCostChanges: CostPolicy;
  /** Whether another app books couriers for every order (R46). */
  readonly courierApps: "yes" | "no";
};

/** All that the guide asks about routing, answered with one press (R27, R47). Repeating it changes nothing. */
export async function setUpRouting(
  ctx: ShopContext,
  { whenCostChanges, courierApps, by, ...answers }: RoutingAnswers,
): Promise<SaveSettingsResult> {
  const { maySwitchPrepaidOn, autoPrepaid, autoCod, codGateways, shippingShare, senderName } = answers;
  const saved = await saveSettings(ctx, {
    ...{ by, maySwitchPrepaidOn, autoPrepaid, autoCod },
    ...{ codGateways, shippingShare, senderName },
  });
  if (saved !== "saved") return saved;
  await saveSupplierChanges(ctx, { whenCostChanges, by });
  await recordSetupAnswer(ctx, { question: "courier_apps", answer: courierApps, by });
  return saved;
}
