import type { ConnectInput } from "#app/domain/connection/connect-supplier.server.ts";
import {
  DEMO_LIVE_KEY_ID,
  DEMO_LIVE_SECRET,
  DEMO_TEST_KEY_ID,
  DEMO_TEST_SECRET,
} from "#test/standins/supplier/defaults.ts";

export const liveKey = { keyId: DEMO_LIVE_KEY_ID, secret: DEMO_LIVE_SECRET };
export const testKey = { keyId: DEMO_TEST_KEY_ID, secret: DEMO_TEST_SECRET };

export function connectInput(overrides: Partial<ConnectInput> = {}): ConnectInput {
  return { ...liveKey, by: "Ali", otherReceiver: "keep", ...overrides };
}
