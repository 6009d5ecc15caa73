import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Card, Link, Text } from "@shopify/polaris";
import { decidedWords } from "#app/domain/orders/shadow/shadow-words.ts";
import type { ShadowMode } from "#app/domain/orders/shadow/switch-shadow-mode.server.ts";
import { Day } from "#app/ui/day.tsx";
import { EndShadowMode, StartShadowMode } from "#app/ui/shadow-buttons.tsx";
import { useWho } from "#app/ui/shop-facts.tsx";
import type { ShownSettings } from "./shown-settings.ts";

type ShadowCardProps = {
  readonly settings: Pick<ShownSettings, "autoPrepaid" | "autoCod">;
  readonly shadow: SerializeFrom<ShadowMode>;
};

/** One switch beside the two automatic ones: try them first, and compare. */
export function ShadowCard({ settings, shadow }: ShadowCardProps) {
  const who = useWho();
  const { since, by, decided, hasRun } = shadow;
  const { autoPrepaid, autoCod } = settings;
  const hadSwitch = autoPrepaid !== null || autoCod !== null;
  const switches = {
    autoPrepaid: hadSwitch ? autoPrepaid !== null : true,
    autoCod: hadSwitch ? autoCod !== null : true,
  };
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          Shadow mode
        </Text>
        {since === null ? (
          <>
            <Text as="p">
              Every new order is decided as if both switches were on, and none is placed by itself. You see
              what would have happened, and end it with one press.{" "}
              {hasRun ? <Link url="/orders/shadow">See what it decided the last time</Link> : null}
            </Text>
            <StartShadowMode />
          </>
        ) : (
          <>
            <Text as="p">
              On since <Day at={since} />
              {by === null ? "" : `, by ${who(by)}`}. While it is on, the switches above place nothing.{" "}
              <Link url="/orders/shadow">{decidedWords(decided)}</Link>
            </Text>
            <EndShadowMode switches={switches} />
          </>
        )}
      </BlockStack>
    </Card>
  );
}
