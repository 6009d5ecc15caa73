import { useState } from "preact/hooks";
import type { AccountChoices, ChoiceAnswer } from "./account-order.ts";
import { type Choice, sendChoice } from "./read-order.ts";
import { correctionAddress, type ShopAddresses } from "./tracking-address.ts";
import type { Translate } from "./translate.ts";

type ChoicesProps = {
  readonly choices: AccountChoices;
  readonly shop: ShopAddresses;
  readonly getToken: () => Promise<string>;
  readonly translate: Translate;
};

/** Whether the customer means the order, in one press; to cancel it in two, and the way to correct it. */
export function OrderChoices({ choices, shop, getToken, translate }: ChoicesProps) {
  const lang = translate("language");
  const [isCancelling, setCancelling] = useState(false);
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<ChoiceAnswer | "none" | null>(null);
  const press = (intent: Choice["intent"]) => {
    setSending(true);
    void sendChoice({ intent, order: choices.order, lang, getToken }).then((came) => {
      setAnswer(came ?? "none");
      setSending(false);
    });
  };
  if (answer !== null && answer !== "none") return <s-text type="strong">{answer.says}</s-text>;
  const button = { translate, isSending, press };
  return (
    <s-stack gap="small">
      {answer === "none" ? <s-text type="strong">{translate("notSent")}</s-text> : null}
      <s-heading>{translate(isCancelling ? "cancelTitle" : choices.isAsked ? "ask" : "other")}</s-heading>
      {isCancelling ? (
        <>
          <Press {...button} intent="cancel" words="cancelYes" />
          <s-button onClick={() => setCancelling(false)} variant="secondary">
            {translate("back")}
          </s-button>
        </>
      ) : (
        <>
          {choices.isAsked ? <Press {...button} intent="confirm" words="yes" /> : null}
          {choices.canCorrect ? (
            <s-button href={correctionAddress(shop, { lang, order: choices.order })} variant="secondary">
              {translate("change")}
            </s-button>
          ) : null}
          <s-button onClick={() => setCancelling(true)} variant="secondary">
            {translate("no")}
          </s-button>
        </>
      )}
    </s-stack>
  );
}

type PressProps = {
  readonly intent: Choice["intent"];
  readonly words: "yes" | "cancelYes";
  readonly isSending: boolean;
  readonly press: (intent: Choice["intent"]) => void;
  readonly translate: Translate;
};

function Press({ intent, words, isSending, press, translate }: PressProps) {
  return (
    <s-button onClick={() => press(intent)} loading={isSending} disabled={isSending} variant="primary">
      {translate(words)}
    </s-button>
  );
}
