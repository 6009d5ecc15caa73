import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvFacts, findVariantGid, planCsv } from "#app/domain/catalog/mapping/plan-csv.ts";
import {
  type CsvRow,
  MOST_BYTES,
  MOST_ROWS,
  readMappingCsv,
} from "#app/domain/catalog/mapping/read-mapping-csv.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { ProductGid, SupplierProductId, SupplierVariantId, VariantGid } from "#app/platform/ids.ts";
import { toCsvLine } from "#app/platform/to-csv-line.ts";
import { asId } from "#test/support/as-id.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const HEADER = "product,variant gid,sku,supplier product id,supplier variant id,quantity,part";
const LINE = "Lamp,gid://shopify/ProductVariant/1,L,p1,v1,2,1";
const row = { line: 2, product: "Lamp", variant: "gid://shopify/ProductVariant/1", sku: "L" };
const goods = { supplierProductId: "p1", supplierVariantId: "v1", quantity: "2" };

function utf16(text: string): Uint8Array {
  const buffer = Buffer.from(`\uFEFF${text}`, "utf16le");
  return new Uint8Array(buffer);
}

function rowsOf(bytes: Uint8Array): readonly CsvRow[] {
  const file = readMappingCsv(bytes);
  if (file.kind === "unreadable") throw new Error(file.reason);
  return file.rows;
}

describe("a file of mappings", () => {
  it.each([
    ["as we write it", utf8(`\uFEFF${HEADER}\r\n${LINE}\r\n`)],
    ["with bare line feeds", utf8(`${HEADER}\n${LINE}\n`)],
    ["with old Mac line ends", utf8(`${HEADER}\r${LINE}\r`)],
    ["with semicolons", utf8(`${HEADER}\r\n${LINE}`.replaceAll(",", ";"))],
    ["with tabs", utf8(`${HEADER}\n${LINE}`.replaceAll(",", "\t"))],
    ["in UTF-16", utf16(`${HEADER}\n${LINE}`)],
    [
      "with quotes, spaces and underscores",
      utf8(`${HEADER.replaceAll(" ", "_").toUpperCase()}\n${LINE.replaceAll(/([^,]+)/g, '" $1 "')}`),
    ],
    [
      "with columns moved about",
      utf8(
        "supplier variant id,quantity,variant gid,sku,product,supplier product id\nv1,2,gid://shopify/ProductVariant/1,L,Lamp,p1",
      ),
    ],
  ])("is read %s", (_, bytes) => {
    expect(rowsOf(bytes)).toEqual([{ ...row, ...goods }]);
  });

  it("is read in the old Windows encoding: ids are what counts", () => {
    const bytes = new Uint8Array(Buffer.from(`${HEADER}\nCaf\xe9,1,L,p1,v1,1,1`, "latin1"));
    expect(rowsOf(bytes)).toMatchObject([{ product: "Café", variant: "1" }]);
  });

  it("keeps titles over several lines in one cell, and says the line where a row ends", () => {
    const bytes = utf8(`${HEADER}\n"Lamp\nlarge",1,L,p1,v1,1,1\n\nB,2,,p1,v2,,1`);
    expect(rowsOf(bytes).map(({ product, line }) => ({ product, line }))).toEqual([
      { product: "Lamp\nlarge", line: 3 },
      { product: "B", line: 5 },
    ]);
  });

  it.each([
    ["empty", utf8(" \n "), "empty"],
    ["without the columns", utf8("a,b\n1,2"), "must name the columns"],
    ["a spreadsheet", Uint8Array.from([0x50, 0x4b, 3, 4]), "CSV UTF-8"],
    ["torn in a quote", utf8(`${HEADER}\n"Lamp,1,L`), "could not be read"],
    ["too large", new Uint8Array(MOST_BYTES + 1), "larger than 1 MB"],
    ["too long", utf8(`${HEADER}\n${`${LINE}\n`.repeat(MOST_ROWS + 1)}`), "more than 2,000 rows"],
    [
      "too long, whatever follows",
      utf8(`${HEADER}\n${`${LINE}\n`.repeat(MOST_ROWS + 1)}"Lamp,1`),
      "more than 2,000 rows",
    ],
    ["of commas alone", utf8(`${HEADER}\n${",".repeat(900_000)}`), "more than 20 columns"],
    ["headed by many columns", utf8(`${HEADER}${",x".repeat(60)}\n${LINE}`), "more than 20 columns"],
    ["of empty lines", utf8(`${HEADER}\n${"\n".repeat(900_000)}`), "more than 2,000 rows"],
    ["one long cell", utf8(`${HEADER}\n"${"x".repeat(9000)}",1`), "longer than 8,000 characters"],
  ])("is refused as a whole when it is %s", (_, bytes, words) => {
    expect(readMappingCsv(bytes)).toMatchObject({
      kind: "unreadable",
      reason: expect.stringContaining(words),
    });
  });

  it.each([
    ["of commas", `${HEADER}\n${",".repeat(900_000)}`],
    ["of empty lines", `${HEADER}\n${"\n".repeat(900_000)}`],
    ["of as many rows and columns as may be", `${HEADER}\n${`${LINE}${",".repeat(13)}\n`.repeat(MOST_ROWS)}`],
  ])("holds up the process for a moment at most when it is %s", (_, text) => {
    const bytes = utf8(text);
    const begun = process.threadCpuUsage();
    readMappingCsv(bytes);
    const { user, system } = process.threadCpuUsage(begun);
    expect((user + system) / 1000).toBeLessThan(300);
  });

  it("never throws, whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, hasHeader) => {
        const file = hasHeader ? Buffer.concat([utf8(`${HEADER}\n`), bytes]) : bytes;
        expect(["rows", "unreadable"]).toContain(readMappingCsv(file).kind);
      }),
      { numRuns: 300 },
    );
  });

  it("brings back what was written, formulas harmless", () => {
    const line = toCsvLine(["=HYPERLINK(1)", "gid://shopify/ProductVariant/1", "L", "p1", "v1", 2, 1]);
    expect(line.startsWith(`"'=HYPERLINK`)).toBe(true);
    expect(rowsOf(utf8(`${HEADER}\r\n${line}`))).toMatchObject([{ variant: row.variant, quantity: "2" }]);
  });
});

function variant(
  number: number,
  parts: { supplierVariantId: SupplierVariantId; quantity: number }[] = [],
  isImported = false,
) {
  const variantGid = asId<VariantGid>(`gid://shopify/ProductVariant/${number}`);
  return [
    variantGid,
    {
      variantGid,
      productGid: asId<ProductGid>("gid://shopify/Product/1"),
      title: `V${number}`,
      isImported,
      parts,
    },
  ] as const;
}

function sold(variantId: string, supplierStoreId = "s1") {
  const supplierVariantId = asId<SupplierVariantId>(variantId);
  const prices = { wholesalePkr: rupees(100), minResalePkr: rupees(120), stock: 5 };
  const ids = {
    supplierProductId: asId<SupplierProductId>(`p-${supplierVariantId}`),
    supplierVariantId,
    supplierStoreId,
  };
  return [
    supplierVariantId,
    { ...ids, title: supplierVariantId.toUpperCase(), sku: null, ...prices },
  ] as const;
}

const facts: CsvFacts = {
  variants: new Map([
    variant(1),
    variant(2, [{ supplierVariantId: asId("v1"), quantity: 1 }]),
    variant(3, [], true),
  ]),
  goods: new Map([sold("v1"), sold("v2"), sold("far", "s2")]),
};

function plan(...lines: [variant: string, supplierVariantId: string, quantity?: string][]) {
  const rows = lines.map(([cell, supplierVariantId, quantity = "1"], index) => ({
    ...{
      ...row,
      line: index + 2,
      variant: cell,
      supplierProductId: asId<SupplierProductId>(""),
      supplierVariantId: asId<SupplierVariantId>(supplierVariantId),
      quantity,
    },
  }));
  return planCsv(rows, facts);
}

const outcomes = (...lines: Parameters<typeof plan>) => plan(...lines).results.map(({ outcome }) => outcome);
const words = (...lines: Parameters<typeof plan>) => plan(...lines).results.map((result) => result.words);

describe("what a file of mappings would change", () => {
  it("is each variant with all its parts", () => {
    const { changes, results } = plan(["1", "v1", "2"], ["1", "v2", ""]);
    expect(results).toMatchObject([
      { line: 2, outcome: "change", title: "V1", words: "Becomes 2 × V1." },
      { line: 3, outcome: "change", words: "Becomes V2." },
    ]);
    expect(changes).toMatchObject([
      {
        variant: { variantGid: "gid://shopify/ProductVariant/1" },
        parts: [
          { supplierVariantId: "v1", quantity: 2 },
          { supplierVariantId: "v2", quantity: 1 },
        ],
      },
    ]);
  });

  it("is nothing where it is so already, or no goods are named", () => {
    expect(outcomes(["2", "v1"], ["1", ""])).toEqual(["same", "skipped"]);
    expect(plan(["2", "v1"], ["1", ""]).changes).toEqual([]);
  });

  it.each([
    ["a bad id", "lamp", "v1", "1", "not a variant of Shopify"],
    ["no id", "", "v1", "1", "variant is missing"],
    ["a number a spreadsheet shortened", "4,5E+13", "v1", "1", "Format the column as text"],
    ["a variant that is not in the store", "99", "v1", "1", "no variant of this number"],
    ["a variant Karwan made", "3", "v1", "1", "linked already"],
    ["goods nobody sells", "1", "nothing", "1", "sells no variant nothing"],
    ["half a quantity", "1", "v1", "1.5", "whole number"],
    ["no quantity of it", "1", "v1", "0", "whole number"],
    ["too much of it", "1", "v1", "101", "whole number"],
  ])("refuses %s, and only that row's variant", (_, cell, supplierVariantId, quantity, sentence) => {
    const looked = plan([cell, supplierVariantId, quantity], ["2", "v2"]);
    expect(looked.results[0]).toMatchObject({ outcome: "refused", words: expect.stringContaining(sentence) });
    expect(looked.changes).toHaveLength(1);
  });

  it("refuses a whole bundle for one wrong row, and says whose fault it is", () => {
    expect(words(["1", "v1"], ["1", "nothing"])).toEqual([
      "Another row of this variant is wrong (line 3).",
      "The supplier sells no variant nothing.",
    ]);
    expect(plan(["1", "v1"], ["1", "nothing"]).changes).toEqual([]);
  });

  it("refuses rows that stand there twice, and a bundle of two stores", () => {
    expect(words(["1", "v1"], ["1", "v1", "2"])[1]).toContain("stands there twice");
    expect(words(["1", "v1"], ["1", "far"])[0]).toContain("different supplier stores");
    expect(outcomes(["1", "v1"], ["1", "far"])).toEqual(["refused", "refused"]);
  });

  it("knows a variant by its gid and by the number in Shopify's own files", () => {
    expect(findVariantGid("gid://shopify/ProductVariant/7")).toBe("gid://shopify/ProductVariant/7");
    expect(findVariantGid("7")).toBe("gid://shopify/ProductVariant/7");
    expect(findVariantGid("gid://shopify/Product/7")).toBeNull();
  });
});
