import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type Database } from "#app/platform/db.server.ts";
import { isPassing, passingDatabaseCode } from "#app/platform/passing-failure.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = connectDatabase(test.url, { poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it("a server that tells its connections to leave passes, whatever was being asked", async () => {
  const leave = () => database.prisma.$queryRaw`select pg_terminate_backend(pg_backend_pid())`;
  const alone = await failureOf(leave());
  expect(passingDatabaseCode(alone)).toBe("57P01");
  const inside = await failureOf(
    database.prisma.$transaction(async (tx) => tx.$queryRaw`select pg_terminate_backend(pg_backend_pid())`),
  );
  expect(isPassing(inside)).toBe(true);
});

it("a server that is not there passes", async () => {
  const gone = connectDatabase("postgres://nobody@127.0.0.1:1/nothing", { poolSize: 1 });
  const error = await failureOf(gone.prisma.shop.count());
  expect(isPassing(error)).toBe(true);
  const bare = await failureOf(gone.pool.query("select 1"));
  expect(isPassing(bare)).toBe(true);
  await gone.close();
});

it("a question that cannot be answered does not pass", async () => {
  const wrong = await failureOf(database.prisma.$queryRaw`select * from nothing_of_this_name`);
  expect(isPassing(wrong)).toBe(false);
});
