import { listHoldCodes } from "#app/domain/messages/holds/hold-codes.ts";
import { SERVICE_HOLDS } from "#app/domain/messages/holds/holds-of-service.ts";
import { pressEveryButton } from "./every-button.ts";

pressEveryButton(listHoldCodes().filter((code) => code in SERVICE_HOLDS));
