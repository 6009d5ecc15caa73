import { expect, it } from "vitest";
import { gatherReads } from "#app/platform/database/gather-reads.ts";

/** Readings that end when they are told to. */
function createTable() {
  const queries: { readonly keys: readonly string[]; readonly end: PromiseWithResolvers<void> }[] = [];
  const read = gatherReads(async (keys) => {
    const end = Promise.withResolvers<void>();
    queries.push({ keys, end });
    await end.promise;
    return new Map(keys.filter((key) => key !== "nobody").map((key) => [key, key.toUpperCase()]));
  });
  return { queries, read };
}

it("reads for all who wait in one query, and one query at a time", async () => {
  const { queries, read } = createTable();
  const first = read("a");
  await expect.poll(() => queries.length).toBe(1);
  const rest = Promise.all([read("b"), read("nobody"), read("c"), read("b")]);
  queries[0]?.end.resolve();
  expect(await first).toBe("A");
  await expect.poll(() => queries.length).toBe(2);
  queries[1]?.end.resolve();
  expect(await rest).toEqual(["B", null, "C", "B"]);
  expect(queries.map(({ keys }) => keys)).toEqual([["a"], ["b", "nobody", "c"]]);
});

it("fails those who waited for a query that failed, and reads for the next", async () => {
  const { queries, read } = createTable();
  const failing = read("a");
  await expect.poll(() => queries.length).toBe(1);
  const next = read("b");
  queries[0]?.end.reject(new Error("The database is away"));
  await expect(failing).rejects.toThrow("away");
  await expect.poll(() => queries.length).toBe(2);
  queries[1]?.end.resolve();
  expect(await next).toBe("B");
});
