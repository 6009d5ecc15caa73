import { z } from "zod";
import { announceProduct } from "../../commerce/products.ts";
import type { Scene } from "../../world.ts";
import { idArg, parseArgs, text } from "../arguments.ts";
import { productView } from "../product-view.ts";
import { shopView } from "../shop-view.ts";
import type { Args, View } from "../view.ts";
import type { UserError } from "./user-error.ts";

const publishArgs = z.strictObject({
  id: idArg,
  input: z.array(z.strictObject({ publicationId: text, publishDate: text })),
});
type Publication = z.infer<typeof publishArgs>["input"][number];

export function publicationMutations(scene: Scene): View {
  return {
    publishablePublish: (args: Args) => publish(scene, args, true),
    publishableUnpublish: (args: Args) => publish(scene, args, false),
  };
}

/** All of the channels or none; a draft may be published too, and is seen there once it is active. */
function publish(scene: Scene, args: Args, isOn: boolean) {
  const { world, shop } = scene;
  const { id, input } = parseArgs(publishArgs, args, "publishablePublish");
  const product = shop.products.get(id);
  if (!product) return answer(scene, null, [{ field: ["id"], message: "Resource does not exist" }]);
  const userErrors = input.flatMap((one, at) => refusalsOf(scene, input, one, at));
  if (userErrors.length > 0) return answer(scene, productView(scene, product), userErrors);
  for (const { publicationId, publishDate } of input) {
    const since = publishDate ? new Date(publishDate) : world.clock.now();
    if (isOn) product.publishedOn.set(String(publicationId), since);
    else product.publishedOn.delete(String(publicationId));
  }
  announceProduct(scene, product, "products/update");
  return answer(scene, productView(scene, product), []);
}

/** As recorded; a refused entry refuses all. */
function refusalsOf(
  { shop }: Scene,
  input: readonly Publication[],
  { publicationId, publishDate }: Publication,
  at: number,
): readonly UserError[] {
  const refuse = (field: string, message: string) => [{ field: ["input", String(at), field], message }];
  if (!publicationId) return refuse("publicationId", "PublicationId cannot be empty");
  if (input.findIndex((one) => one.publicationId === publicationId) < at)
    return refuse("publicationId", "The same publication was specified more than once");
  if (publishDate && new Date(publishDate).getUTCFullYear() < 1970)
    return refuse("publishDate", "Publish date must be a date after the year 1969");
  if (!shop.publications.some(({ id }) => id === publicationId))
    return refuse("publicationId", "Publication does not exist or is not publishable");
  return [];
}

function answer(scene: Scene, publishable: View | null, userErrors: readonly UserError[]) {
  return { shop: () => shopView(scene), publishable, userErrors };
}
