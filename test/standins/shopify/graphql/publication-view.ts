import { toIso } from "../clock.ts";
import { isForSale } from "../commerce/channels.ts";
import type { ProductState, PublicationState } from "../state.ts";
import type { Scene } from "../world.ts";
import { connection } from "./connection.ts";
import type { Args, View } from "./view.ts";

export function publicationView(publication: PublicationState): View {
  return {
    __typename: "Publication",
    id: publication.id,
    autoPublish: false,
    supportsFuturePublishing: publication.appHandle === "online_store",
    channels: (args: Args) =>
      connection(args, [{ ...publication, id: publication.channelId }], ({ id, name, appHandle, appId }) => ({
        __typename: "Channel",
        ...{ id, name, handle: appHandle.replaceAll("_", "-") },
        app: { __typename: "App", id: appId, handle: appHandle, title: name },
      })),
  };
}

/** Where a product is published; what is not for sale is staged, and in the list only where it is asked for. */
export function resourcePublications(scene: Scene, product: ProductState, args: Args) {
  const isPublished = isForSale(product) || !scene.world.rules.isOn("draft_is_staged");
  const shown = args.onlyPublished === false || isPublished;
  const publications = scene.shop.publications.filter(({ id }) => shown && product.publishedOn.has(id));
  return connection(args, publications, (publication) => ({
    __typename: "ResourcePublicationV2",
    isPublished,
    publishDate: toIso(product.publishedOn.get(publication.id) ?? product.updatedAt),
    publication: publicationView(publication),
  }));
}
