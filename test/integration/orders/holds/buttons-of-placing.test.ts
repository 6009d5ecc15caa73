import { listHoldCodes } from "#app/domain/messages/holds/hold-codes.ts";
import { PLACING_HOLDS } from "#app/domain/messages/holds/holds-of-placing.ts";
import { SERVICE_HOLDS } from "#app/domain/messages/holds/holds-of-service.ts";
import { pressEveryButton } from "./every-button.ts";

const IN_TEST_MODE = "test_connection";

pressEveryButton(
  listHoldCodes().filter(
    (code) => code in PLACING_HOLDS && !(code in SERVICE_HOLDS) && code !== IN_TEST_MODE,
  ),
);
