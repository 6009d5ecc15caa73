import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { themeEditorPath } from "#app/shopify/theme-editor-path.ts";

const folder = path.resolve("extensions/storefront-blocks/blocks");

it.each([
  ["order-tracking", "index", "newAppsSection"],
  ["cash-on-delivery", "product", "mainSection"],
] as const)("opens the theme editor with the block %s on the page %s", (block, template, target) => {
  const { pathname, searchParams } = new URL(
    themeEditorPath("the-key", block),
    "https://shop.invalid/admin/",
  );
  expect(pathname).toBe("/admin/themes/current/editor");
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ template, target, addAppBlockId: `the-key/${block}` },
  });
  expect(existsSync(path.join(folder, `${block}.liquid`))).toBe(true);
});
