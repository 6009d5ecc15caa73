import { describe, expect, it } from "vitest";
import { digestOf } from "#app/domain/catalog/listings/sync/description-digest.ts";
import {
  type CurrentContent,
  type LastWrittenContent,
  type ListingContent,
  planContentSync,
  toWritten,
} from "#app/domain/catalog/listings/sync/listing-content.ts";

const content: ListingContent = {
  title: "Cotton Kurta",
  descriptionHtml: "<p>Soft cotton.</p><ul><li>Wash cold</li></ul>",
  images: ["https://a.example/1.jpg", "https://a.example/2.jpg"],
};
const written: LastWrittenContent = {
  ...toWritten(content, digestOf(content.descriptionHtml)),
  images: { sources: [...content.images], media: ["m1", "m2"] },
};
const current: CurrentContent & Pick<ListingContent, "descriptionHtml"> = {
  ...content,
  mediaIds: ["m1", "m2"],
};
const changed: ListingContent = {
  title: "Cotton Kurta, new",
  descriptionHtml: "<p>Softer.</p>",
  images: ["https://a.example/3.jpg"],
};

type Given = Partial<Omit<Parameters<typeof planContentSync>[0], "digests" | "current">> & {
  readonly current?: typeof current;
};

function plan(given: Given) {
  const question = { written, current, wanted: content, locked: [], policy: "follow" as const, ...given };
  const digests = {
    current: digestOf(question.current.descriptionHtml),
    wanted: digestOf(question.wanted.descriptionHtml),
  };
  return planContentSync({ ...question, digests });
}

describe("planContentSync", () => {
  it("has nothing to do while both sides stand as written", () => {
    expect(plan({})).toEqual({ becomeLocked: [], write: {}, asks: [] });
  });

  it("takes over what changed at the supplier, or asks, as the policy says", () => {
    expect(plan({ wanted: changed }).write).toEqual(changed);
    expect(plan({ wanted: changed, policy: "alert" })).toEqual({
      ...{ becomeLocked: [], write: {}, asks: ["title", "description", "images"] },
    });
  });

  it.each([
    ["title", { title: "My Kurta" }],
    ["description", { descriptionHtml: "<p>Mine.</p>" }],
    ["images", { mediaIds: ["m2", "m1"] }],
    ["images", { mediaIds: ["m1"] }],
  ] as const)("never overwrites %s that the merchant edited", (field, edit) => {
    const { becomeLocked, write } = plan({ current: { ...current, ...edit }, wanted: changed });
    expect(becomeLocked).toEqual([field]);
    expect(Object.keys(write)).toHaveLength(2);
    expect(write).not.toHaveProperty(field === "description" ? "descriptionHtml" : field);
  });

  it("leaves what is locked, also when it stands as written again", () => {
    expect(plan({ wanted: changed, locked: ["title", "images"] }).write).toEqual({
      descriptionHtml: changed.descriptionHtml,
    });
  });

  it("writes what a person gave back, whatever the policy is", () => {
    const given = { ...written, wanted: ["title"] };
    expect(plan({ written: given, wanted: changed, policy: "alert" })).toMatchObject({
      ...{ write: { title: changed.title }, asks: ["description", "images"] },
    });
    const mine = { ...current, title: "Mine" };
    expect(plan({ written: given, current: mine, policy: "alert" })).toMatchObject({
      ...{ becomeLocked: [], write: { title: content.title } },
    });
  });

  it("takes what a run that died wrote for ours", () => {
    const next = {
      title: changed.title,
      description: digestOf(changed.descriptionHtml),
      images: [...changed.images],
    };
    const half = { ...changed, mediaIds: ["m9"] };
    const { becomeLocked } = plan({ written: { ...written, next }, current: half, wanted: changed });
    expect(becomeLocked).toEqual([]);
  });

  it("counts images until their ids are known", () => {
    const fresh = { ...written, images: { ...written.images, media: null } };
    expect(plan({ written: fresh, current: { ...current, mediaIds: ["x", "y"] } }).becomeLocked).toEqual([]);
    expect(plan({ written: fresh, current: { ...current, mediaIds: ["x"] } }).becomeLocked).toEqual([
      "images",
    ]);
  });
});

describe("digestOf", () => {
  it("does not mind how the same HTML is spelled", () => {
    expect(digestOf("<P>Soft &amp; cool<br></P>\n <ul> <li>a</li></ul>")).toBe(
      digestOf("<p>Soft &amp; cool<br /></p><ul><li>a</li></ul>"),
    );
    expect(digestOf("<p>a</p>")).not.toBe(digestOf("<p>b</p>"));
    expect(digestOf("<p>a</p>")).not.toBe(digestOf('<p>a<img src="x"></p>'));
  });
});
