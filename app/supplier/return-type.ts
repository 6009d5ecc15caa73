/** `rto`: refused at the door. `return`: sent back after the delivery (R14). */
export const returnTypes = ["rto", "return"] as const;
export type ReturnType = (typeof returnTypes)[number];

export function isReturnType(value: unknown): value is ReturnType {
  return returnTypes.some((type) => type === value);
}
