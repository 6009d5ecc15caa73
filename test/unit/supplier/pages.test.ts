import { describe, expect, it } from "vitest";
import { eachPage, listAll } from "#app/supplier/pages.ts";
import type { Page } from "#app/supplier/schema.ts";

function listWith(cursors: readonly (string | null)[]) {
  const asked: (string | undefined)[] = [];
  const fetchPage = async (cursor: string | undefined): Promise<Page<number>> => {
    asked.push(cursor);
    return { data: [asked.length], nextCursor: cursors[asked.length - 1] ?? null, unreadable: 0 };
  };
  return { asked, fetchPage };
}

describe("listAll", () => {
  it("follows the cursor to the last page", async () => {
    const { asked, fetchPage } = listWith(["a", "b", null]);
    expect(await listAll(fetchPage, { maxPages: 10 })).toEqual([1, 2, 3]);
    expect(asked).toEqual([undefined, "a", "b"]);
  });

  it("stops at a cursor that comes a second time", async () => {
    const { asked, fetchPage } = listWith(["a", "b", "a", "b"]);
    await expect(listAll(fetchPage, { maxPages: 10 })).rejects.toMatchObject({ code: "unexpected_response" });
    expect(asked).toHaveLength(3);
  });

  it("stops at a cursor longer than 2 KB", async () => {
    const { fetchPage } = listWith(["ا".repeat(1025), null]);
    await expect(listAll(fetchPage, { maxPages: 10 })).rejects.toMatchObject({ retryable: false });
  });

  it("stops at the page limit", async () => {
    const { asked, fetchPage } = listWith(["a", "b", "c", "d"]);
    await expect(listAll(fetchPage, { maxPages: 2 })).rejects.toMatchObject({ code: "unexpected_response" });
    expect(asked).toHaveLength(2);
  });
});

describe("eachPage", () => {
  it("hands over the pages before the failure", async () => {
    const { fetchPage } = listWith(["a", "a"]);
    const pages: (readonly number[])[] = [];
    const walk = async () => {
      for await (const page of eachPage(fetchPage, { maxPages: 10 })) pages.push(page.data);
    };
    await expect(walk()).rejects.toThrow("repeats");
    expect(pages).toEqual([[1], [2]]);
  });
});
