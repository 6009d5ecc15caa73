import { DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { pressEveryButton } from "./every-button.ts";

pressEveryButton(["test_connection"], { key: DEMO_TEST_KEY });
