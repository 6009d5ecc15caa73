import { listHoldCodes } from "#app/domain/orders/hold-codes.ts";
import { SERVICE_HOLDS } from "#app/domain/orders/holds-of-service.ts";
import { pressEveryButton } from "./every-button.ts";

pressEveryButton(listHoldCodes().filter((code) => code in SERVICE_HOLDS));
