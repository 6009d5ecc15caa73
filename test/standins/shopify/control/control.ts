import type { World } from "../world.ts";
import { fulfillmentControls } from "./fulfillment-controls.ts";
import { orderControls } from "./order-controls.ts";
import { productControls } from "./product-controls.ts";
import { shopControls } from "./shop-controls.ts";
import { worldControls } from "./world-controls.ts";

/** Every control is a function of one JSON value, so that other processes can call it by name. */
export type ControlFunctions = Readonly<Record<string, (input: unknown) => unknown>>;

export type ShopifyControl = ReturnType<typeof shopControls> &
  ReturnType<typeof productControls> &
  ReturnType<typeof orderControls> &
  ReturnType<typeof fulfillmentControls> &
  ReturnType<typeof worldControls>;

export function createControl(world: World): { control: ShopifyControl; functions: ControlFunctions } {
  const control: ShopifyControl = {
    ...shopControls(world),
    ...productControls(world),
    ...orderControls(world),
    ...fulfillmentControls(world),
    ...worldControls(world),
  };
  return { control, functions: parseFunctions(control) };
}

/** Over HTTP the input is whatever was sent; a control that cannot use it throws and the caller reads why. */
function parseFunctions(control: ShopifyControl): ControlFunctions {
  return control as unknown as ControlFunctions;
}
