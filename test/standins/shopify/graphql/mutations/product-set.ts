import type { Scene } from "../../world.ts";
import type { View } from "../view.ts";

export function productSetMutations(_scene: Scene): View {
  return {};
}
