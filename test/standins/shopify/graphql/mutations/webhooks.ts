import { z } from "zod";
import type { ShopWebhookState } from "../../state.ts";
import type { Scene } from "../../world.ts";
import { idArg, parseArgs, text } from "../arguments.ts";
import type { Args, View } from "../view.ts";
import { webhookView } from "../webhook-view.ts";
import { payload, refuseWith } from "./user-error.ts";

const subscription = z.strictObject({
  uri: text,
  filter: text,
  includeFields: z.array(z.string()).nullish(),
  format: text,
  name: text,
});
const createArgs = z.strictObject({ topic: z.string(), webhookSubscription: subscription });
const updateArgs = z.strictObject({ id: idArg, webhookSubscription: subscription });

export function webhookMutations(scene: Scene): View {
  const { shop, world } = scene;
  return {
    webhookSubscriptionCreate: (args: Args) =>
      payload(["webhookSubscription"], () => {
        const { topic, webhookSubscription: input } = parseArgs(
          createArgs,
          args,
          "webhookSubscriptionCreate",
        );
        const uri = input.uri ?? "";
        if (uri === "") throw refuseWith("Address can't be blank", ["webhookSubscription", "uri"]);
        if ([...shop.webhooks.values()].some((one) => one.topic === topic && one.uri === uri)) {
          throw refuseWith("Address for this topic has already been taken", ["webhookSubscription", "uri"]);
        }
        const created: ShopWebhookState = {
          id: world.ids.next("WebhookSubscription"),
          topic,
          uri,
          includeFields: input.includeFields ?? [],
          filter: input.filter ?? null,
          name: input.name ?? null,
          createdAt: world.clock.now(),
        };
        shop.webhooks.set(created.id, created);
        return { webhookSubscription: webhookView(created) };
      }),
    webhookSubscriptionUpdate: (args: Args) =>
      payload(["webhookSubscription"], () => {
        const { id, webhookSubscription: input } = parseArgs(updateArgs, args, "webhookSubscriptionUpdate");
        const found = shop.webhooks.get(id);
        if (!found) throw refuseWith("Webhook subscription does not exist", ["id"]);
        found.uri = input.uri ?? found.uri;
        found.includeFields = input.includeFields ?? found.includeFields;
        return { webhookSubscription: webhookView(found) };
      }),
    webhookSubscriptionDelete: (args: Args) =>
      payload(["deletedWebhookSubscriptionId"], () => {
        const id = String(args.id);
        if (!shop.webhooks.delete(id)) throw refuseWith("Webhook subscription does not exist", ["id"]);
        return { deletedWebhookSubscriptionId: id };
      }),
  };
}
