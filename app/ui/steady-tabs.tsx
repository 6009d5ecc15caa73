import { Badge, Box, InlineStack, Tabs, type TabsProps, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";

/** So long Polaris may take to measure its tabs after the page came to life. */
const MEASURED_MS = 1000;

/** Polaris shows no tab before it has measured them: until then a copy that nobody sees keeps their place. */
export function SteadyTabs(props: TabsProps) {
  const [isMeasured, setMeasured] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMeasured(true), MEASURED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="k-tabs">
      {isMeasured ? null : <PlaceOfTabs tabs={props.tabs} />}
      <Tabs {...props} />
    </div>
  );
}

/** In Polaris' own classes, so that it wraps where the tabs do. */
function PlaceOfTabs({ tabs }: Pick<TabsProps, "tabs">) {
  return (
    <div className="Polaris-Tabs__Outer k-tabs-place" aria-hidden="true">
      <Box padding={{ md: "200" }}>
        <div className="Polaris-Tabs__Wrapper">
          <div className="Polaris-Tabs__ButtonWrapper">
            <ul className="Polaris-Tabs">
              {tabs.map(({ id, content, badge }) => (
                <li key={id} className="Polaris-Tabs__TabContainer">
                  <span className="Polaris-Tabs__Tab">
                    <InlineStack align="center" blockAlign="center" gap="200" wrap={false}>
                      <Text as="span" variant="bodySm" fontWeight="medium">
                        {content}
                      </Text>
                      {badge ? <Badge>{badge}</Badge> : null}
                    </InlineStack>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </Box>
    </div>
  );
}
