import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type BlockScene,
  type BlockSettings,
  renderAppBlock,
} from "#test/standins/shopify/storefront/app-blocks.ts";

const folder = path.resolve("extensions/storefront-blocks");
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const listed = (part: string) => readdirSync(path.join(folder, part)).map((name) => `${part}/${name}`);

const blocks = listed("blocks");
const liquids = [...blocks, ...listed("snippets")];

/** Strict: a style sheet or a script of a block would be a file more for each page. */
const schemas = z.strictObject({
  name: z.string().max(25),
  target: z.literal("section"),
  enabled_on: z.unknown().optional(),
  settings: z.array(
    z.object({
      ...{ id: z.string(), type: z.enum(["select", "checkbox", "text", "range"]), label: z.string() },
      default: z.union([z.string().min(1), z.number(), z.boolean()]).optional(),
      options: z.array(z.object({ value: z.string() })).optional(),
      ...{ min: z.number().optional(), max: z.number().optional(), step: z.number().optional() },
    }),
  ),
});
const schemaOf = (file: string) =>
  schemas.parse(JSON.parse(read(file).split("{% schema %}")[1]?.split("{% endschema %}")[0] ?? ""));

const words = z.looseObject({ language: z.string() });
const wordsOf = (file: string) => words.parse(JSON.parse(read(file)));
const textsOf = (part: unknown): string[] =>
  typeof part === "object" && part !== null ? Object.values(part).flatMap(textsOf) : [String(part)];
const keysOf = (part: unknown, prefix = ""): string[] =>
  typeof part === "object" && part !== null
    ? Object.entries(part).flatMap(([name, each]) => keysOf(each, prefix === "" ? name : `${prefix}.${name}`))
    : [prefix];

describe("the theme extension", () => {
  it("is one of a theme, with an id of its own", () => {
    const toml = z.strictObject({ name: z.string().max(30), type: z.literal("theme"), uid: z.uuid() });
    expect(() => toml.parse(parse(read("shopify.extension.toml")))).not.toThrow();
  });

  it("is small: Shopify takes 100 KB of Liquid, this is a tenth", () => {
    const bytes = [...liquids, ...listed("locales")].map((file) => Buffer.byteLength(read(file)));
    expect(bytes.reduce((all, each) => all + each, 0)).toBeLessThan(16_000);
  });

  it.each(liquids)("asks for no script, style sheet, picture or other file: %s", (file) => {
    expect(read(file)).not.toMatch(
      /<script|<link|<img|<iframe|\son\w+=|src=|url\(|@import|https?:|\/\/|_url\b(?!ncode)|stylesheet|javascript|_tag\b/i,
    );
  });

  it.each(blocks)("writes nothing but words of its own, ids and what is escaped: %s", (file) => {
    const source = read(file).split("{% schema %}")[0] ?? "";
    const own = [...source.matchAll(/assign (\w+) = [^\n]*\| t(?:: .*)?$/gm)].map(([, name]) => name);
    const written = [...source.matchAll(/\{\{-?\s*(.*?)\s*-?\}\}/g)].map(([, code = ""]) => code);
    expect(written.length).toBeGreaterThan(5);
    for (const code of written)
      expect(
        own.includes(code) || code === "block.id" || /\| (escape|escape_once|url_encode)$/.test(code),
        code,
      ).toBe(true);
  });

  it.each(blocks)("has a default for each setting but the sender, whose is the store's name: %s", (file) => {
    const { settings } = schemaOf(file);
    expect(new Set(settings.map(({ id }) => id)).size).toBe(settings.length);
    for (const { id, type, default: given, options, min = 0, max = 0, step = 1 } of settings) {
      expect(given === undefined, id).toBe(id === "sender");
      if (type === "select") expect(options?.map(({ value }) => value)).toContain(given);
      // Shopify wants at least three steps.
      if (type === "range") expect([given, (max - min) / step >= 3]).toEqual([7, true]);
    }
  });
});

describe("its words", () => {
  it("are the same three languages in each file, which names the one of the store", () => {
    expect(listed("locales")).toEqual(["locales/en.default.json", "locales/ur.json"]);
    const { language: english, ...first } = wordsOf("locales/en.default.json");
    const { language: urdu, ...second } = wordsOf("locales/ur.json");
    expect([english, urdu]).toEqual(["en", "ur"]);
    expect(second).toEqual(first);
    expect(Object.keys(first)).toEqual(["en", "roman_urdu", "ur"]);
    for (const language of ["roman_urdu", "ur"]) expect(keysOf(first[language])).toEqual(keysOf(first.en));
  });

  it("are exactly those the blocks ask for", () => {
    const asked = blocks.flatMap((file) =>
      [...read(file).matchAll(/append: '\.([\w.]+)' \| t/g)].map(([, key]) => key),
    );
    expect([...new Set(asked)].toSorted()).toEqual(keysOf(wordsOf("locales/en.default.json").en).toSorted());
  });

  it("hold no sign that HTML would have to be told of", () => {
    for (const text of textsOf(wordsOf("locales/ur.json"))) expect(text).not.toMatch(/[<>&"']/);
  });
});

const shop = { name: "Rang & Co" };
const emptyCart = { item_count: 0, total_price: 0 };
const onProduct: BlockScene = {
  ...{ shop, locale: "en", request: { page_type: "product" }, cart: emptyCart },
  product: { price: 160_000, price_varies: false },
};
const inCart: BlockScene = {
  ...{ shop, locale: "en", request: { page_type: "cart" }, product: null },
  cart: { item_count: 2, total_price: 320_050 },
};

const note = (scene: BlockScene, settings: BlockSettings = {}) =>
  renderAppBlock(folder, "cash-on-delivery", { scene, settings });
const form = (locale: string, settings: BlockSettings = {}) =>
  renderAppBlock(folder, "order-tracking", {
    scene: { ...onProduct, locale, request: { page_type: "index" }, product: null },
    settings,
  });
const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

describe("the note on cash on delivery", () => {
  it("says what is paid at the door, who sends it and until when it can be returned", () => {
    expect(textOf(note(onProduct))).toBe(
      " Cash on delivery To pay the courier, in cash Rs.1600.00 + the delivery charge shown at checkout" +
        " Sender printed on the parcel Rang &amp; Co Returns Within 7 days after delivery" +
        " Pay exactly the total of your order at the door, nothing more. ",
    );
    expect(textOf(note(inCart))).toContain("Rs.3200.50 + the delivery charge");
  });

  it("names no sum that may be an old one, none of an empty cart, and none where that is switched off", () => {
    const varied = { ...onProduct, product: { price: 160_000, price_varies: true } };
    for (const html of [
      note(varied),
      note({ ...inCart, cart: emptyCart }),
      note(inCart, { show_amount: false }),
    ])
      expect([textOf(html).includes("The total shown at checkout"), html.includes("Rs.")]).toEqual([
        true,
        false,
      ]);
  });

  it("is as the merchant sets it, and what they type is nothing but text", () => {
    const hostile = `</bdi><script>alert('x')</script>{{ shop.name }}`;
    const html = note(onProduct, {
      ...{ sender: hostile, show_heading: false, return_days: 3, language: "ur" },
    });
    expect(html).not.toMatch(/<script|<h2/);
    expect(html).toContain("{{ shop.name }}");
    expect(html).toContain('lang="ur" dir="rtl"');
    expect(textOf(html)).toContain("ڈیلیوری کے بعد 3 دن تک");
    expect(textOf(note(onProduct, { show_returns: false }))).not.toContain("Returns");
  });

  it("says nothing of where the goods come from", () => {
    for (const html of [note(onProduct), note(inCart)])
      expect(html).not.toMatch(/supplier|wholesale|dropship/i);
  });
});

describe("the form of order tracking", () => {
  it("is sent to the app's page on the shop's own domain, in the language it is in", () => {
    const html = form("en");
    expect(html).toContain('<form action="/apps/karwan/track?lang=en" method="post">');
    expect(html.match(/<input [^>]*name="(?:number|phone)"[^>]* required/g)).toHaveLength(2);
    for (const [, id] of html.matchAll(/<(?:label for|input id)="([^"]+)"/g))
      expect(id).toMatch(/^karwan-\w+-A/);
  });

  it("is in the store's language, in English where we have not that one, or in the one that is chosen", () => {
    expect(textOf(form("en"))).toContain("Track your order");
    expect(textOf(form("fr"))).toContain("Track your order");
    expect(form("ur")).toMatch(/lang="ur" dir="rtl"[\s\S]*اپنا آرڈر دیکھیں[\s\S]*track\?lang=ur"/);
    expect(form("en", { language: "roman_urdu" })).toMatch(/lang="ur-Latn" dir="ltr"[\s\S]*lang=roman_urdu"/);
    expect(textOf(form("en", { show_heading: false }))).not.toContain("Track your order");
  });
});

describe("the stand-in's theme", () => {
  it("puts a block only on pages its schema allows, with settings it has", () => {
    expect(() => note({ ...inCart, request: { page_type: "index" } })).toThrow(
      "is for pages of product, cart",
    );
    expect(() => note(inCart, { colour: "red" })).toThrow("has no setting colour");
  });

  it.each([
    ["a tag it does not know", "{% stylesheet %}", /stylesheet/],
    ["a tag that only its library knows", "{% for a in (1..2) %}{% endfor %}", /for/],
    ["a filter it does not know", "{{ 'a' | img_tag }}", /img_tag/],
    ["a filter that only its library knows", "{{ 'a' | upcase }}", /upcase/],
    ["an object that is not there", "{{ customer.email }}", /customer/],
    ["a property that is not there", "{{ shop.email }}", /email/],
    ["words that are not there", "{{ 'nothing' | t }}", /no words for nothing/],
  ])("refuses %s", (_what, code, message) => {
    const own = mkdtempSync(path.join(tmpdir(), "blocks-"));
    for (const part of ["blocks", "locales", "snippets"]) mkdirSync(path.join(own, part));
    writeFileSync(path.join(own, "locales/en.default.json"), "{}");
    const schema = `{% schema %}{"target":"section","settings":[]}{% endschema %}`;
    writeFileSync(path.join(own, "blocks/own.liquid"), code + schema);
    expect(() => renderAppBlock(own, "own", { scene: onProduct })).toThrow(message);
    rmSync(own, { recursive: true });
  });
});
