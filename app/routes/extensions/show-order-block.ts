import { findResolutionButton } from "#app/domain/orders/commands/resolution-button.ts";
import { walletRefusal } from "#app/domain/orders/money/spends-wallet.ts";
import type { OrderBlock } from "#app/domain/orders/page/find-order-block.server.ts";
import { orderWords, parcelWords } from "#app/ui/status-words.ts";

type HoldInBlock = OrderBlock["holds"][number];

/** The block's answer: words and figures only, so that an extension draws them and decides nothing. */
export function showOrderBlock({ id, state, mode, holds, parcels, money, maySpend }: OrderBlock) {
  const shown = holds.map((hold) => showHold(hold, maySpend));
  return {
    orderId: id,
    status: orderWords(state),
    isTest: mode === "test",
    holds: shown,
    refusal: shown.some(({ buttons }) => buttons.some(({ isDisabled }) => isDisabled)) ? walletRefusal : null,
    parcels: parcels.map(({ status, returnType, ...parcel }) => ({
      ...parcel,
      status: parcelWords(status, returnType),
    })),
    money: money && {
      settled: money.settled,
      netPkr: money.netPkr,
      ifRefusedPkr: money.ifRefusedPkr,
      heldPkr: money.wallet.heldPkr,
    },
  };
}

function showHold({ sentence, asksPerson, resolutions }: HoldInBlock, maySpend: boolean) {
  const buttons = resolutions.flatMap((resolution, index) => {
    const button = findResolutionButton(resolution);
    if (button === null) return [];
    const { label, intent, fields, emphasis, mayPlace } = button;
    const isPrimary = emphasis === "always" || (emphasis === "when_first" && index === 0);
    return [{ label, fields: { ...fields, intent }, isPrimary, isDisabled: mayPlace && !maySpend }];
  });
  return { sentence, asksPerson, buttons, hasMore: buttons.length < resolutions.length };
}
