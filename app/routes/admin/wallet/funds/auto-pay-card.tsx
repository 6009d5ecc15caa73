import { BlockStack, Card, InlineStack, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Money } from "#app/ui/money.tsx";
import { useWho } from "#app/ui/shop-facts.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import type { ShownFunds } from "./shown-funds.ts";

const FIRST_LIMIT = "10000";

/** *Pay by itself when money arrives*, off until somebody who may pay switches it on. */
export function AutoPayCard({ funds: { autoPay, autoPayStop, mayPay } }: { readonly funds: ShownFunds }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Pay by itself when money arrives
        </Text>
        {autoPayStop === null ? null : (
          <Text as="p" tone="critical">
            {autoPayStop}
          </Text>
        )}
        {autoPay ? <Since autoPay={autoPay} /> : null}
        {autoPay || autoPayStop !== null ? null : (
          <Text as="p">
            Off. Once on, Karwan looks into the wallet every few minutes while a parcel waits for funds.
          </Text>
        )}
        {mayPay ? <Switch dailyPkr={autoPay?.dailyPkr ?? null} /> : null}
        {autoPay && !mayPay ? <Off label="Switch off" /> : null}
        {autoPay === null && autoPayStop !== null ? <Off label="Leave it off" /> : null}
        {mayPay ? null : (
          <Text as="p" tone="subdued">
            Only the owner, or whom the owner lets pay, can switch it on.
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

function Since({ autoPay }: { readonly autoPay: NonNullable<ShownFunds["autoPay"]> }) {
  const who = useWho();
  return (
    <Text as="p">
      On since <Moment at={autoPay.since} />, switched on by {who(autoPay.by)}: up to{" "}
      <Money amount={autoPay.dailyPkr} /> a day. <Money amount={autoPay.spentTodayPkr} /> spent today.
    </Text>
  );
}

function Switch({ dailyPkr }: { readonly dailyPkr: Rupees | null }) {
  const saved = dailyPkr === null ? FIRST_LIMIT : String(dailyPkr);
  const [limit, setLimit] = useState(saved);
  useUnsaved(limit !== saved);
  const amount = /^\d{1,8}$/.test(limit) ? Number(limit) : 0;
  return (
    <BlockStack gap="300">
      <div className="k-edit-customer">
        <TextField
          label="At most a day"
          prefix="Rs"
          type="text"
          inputMode="numeric"
          value={limit}
          onChange={setLimit}
          error={amount > 0 ? undefined : "Write a whole number of rupees"}
          autoComplete="off"
        />
      </div>
      <InlineStack gap="200">
        {amount > 0 ? (
          <ConfirmButton
            label={dailyPkr === null ? "Switch on" : "Change the limit"}
            intent="auto_pay_on"
            action="/wallet/funds"
            fields={{ dailyPkr: String(amount) }}
            tone="success"
            title="Let Karwan pay from the wallet?"
            text={`What waits for funds is then paid as soon as the wallet holds enough, the nearest deadline first, in your name and up to ${formatRupees(amount)} a day. It stops if you may not pay any more.`}
            confirm={dailyPkr === null ? "Switch on" : "Change"}
            dismiss="Not now"
          />
        ) : null}
        {dailyPkr === null ? null : <Off label="Switch off" />}
      </InlineStack>
    </BlockStack>
  );
}

function Off({ label }: { readonly label: string }) {
  return <ActionButton label={label} intent="auto_pay_off" action="/wallet/funds" />;
}
