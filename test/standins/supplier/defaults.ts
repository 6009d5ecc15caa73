/** Credentials and names every test, the demo and the drills use for the stand-in of the service. */
export const DEMO_ACCOUNT_ID = "rsl_demo";
export const DEMO_INTEGRATION_ID = "int_demo";
export const DEMO_LIVE_KEY_ID = "lk_demo";
export const DEMO_LIVE_SECRET = "live-demo-secret";
export const DEMO_TEST_KEY_ID = "test_demo";
export const DEMO_TEST_SECRET = "test-demo-secret";
export const DEMO_LIVE_KEY = `${DEMO_LIVE_KEY_ID}:${DEMO_LIVE_SECRET}`;
export const DEMO_TEST_KEY = `${DEMO_TEST_KEY_ID}:${DEMO_TEST_SECRET}`;
/** The public name deliveries are sent to; map it to a local address with `hosts`. */
export const DEMO_WEBHOOK_HOST = "karwan.example";
/** Opening balance of the live wallet, before the deposit is taken out of it. */
export const DEMO_OPENING_BALANCE = 52_000;
