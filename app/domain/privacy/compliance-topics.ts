/** What Shopify asks of every app about a person, or about a shop that left. */
export const complianceTopics = ["customers/data_request", "customers/redact", "shop/redact"] as const;

export type ComplianceTopic = (typeof complianceTopics)[number];

export function isComplianceTopic(topic: string): topic is ComplianceTopic {
  return complianceTopics.some((each) => each === topic);
}
