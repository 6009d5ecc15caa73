import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take the longest, in their order: one that begins late leaves the other cores idle in the end. */
export const LONGEST: readonly string[] = [
  "test/e2e/every-page.test.ts",
  "test/e2e/set-up.test.ts",
  "test/e2e/deciding.test.ts",
  "test/e2e/holds-of-parcels.test.ts",
  "test/e2e/listings-pages.test.ts",
  "test/e2e/holds-of-customers.test.ts",
  "test/e2e/holds-of-time.test.ts",
  "test/e2e/holds-of-money.test.ts",
  "test/e2e/money-pages.test.ts",
  "test/e2e/lost-answers.test.ts",
  "test/e2e/newcomer.test.ts",
  "test/e2e/catalog-pages.test.ts",
  "test/e2e/holds-of-goods.test.ts",
  "test/e2e/extensions.test.ts",
  "test/e2e/money-journey.test.ts",
  "test/e2e/away.test.ts",
  "test/integration/orders/holds/buttons-of-service.test.ts",
  "test/integration/orders/holds/buttons-of-placing.test.ts",
  "test/integration/platform/develop.test.ts",
  "test/integration/catalog/list-listings.test.ts",
  "test/integration/inventory/random.test.ts",
  "test/integration/orders/error-codes.test.ts",
  "test/integration/inventory/push.test.ts",
  "test/integration/shops/life.test.ts",
  "test/integration/orders/unknown-outcome.test.ts",
  "test/integration/inventory/lock-order.test.ts",
  "test/integration/routes/foreign-ids.test.ts",
  "test/integration/platform/process.test.ts",
  "test/integration/jobs/bulkheads.test.ts",
  "test/integration/privacy/retention/sixty-days.test.ts",
  "test/integration/privacy/erasure.test.ts",
  "test/integration/routes/loader-plans.test.ts",
  "test/processes/journey.test.ts",
  "test/processes/crashes.test.ts",
  "test/processes/standstill.test.ts",
  "test/processes/killed-sweep.test.ts",
  "test/processes/mails.test.ts",
  "test/unit/orders/money-property.test.ts",
  "test/unit/orders/order-lives.test.ts",
  "test/unit/settlement/three-hundred-lives.test.ts",
];

/** The order of the files of a run: as Vitest has it, with the longest of each project first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return putLongestFirst(await super.sort(files));
  }
}

type File = { readonly moduleId: string; readonly project: { readonly name: string } };

/** The projects stay in their order. */
export function putLongestFirst<T extends File>(files: readonly T[]): T[] {
  const byProject = Map.groupBy(files, ({ project }) => project.name);
  return [...byProject.values()].flatMap((ofOne) => ofOne.toSorted((a, b) => rankOf(a) - rankOf(b)));
}

function rankOf({ moduleId }: File): number {
  const rank = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return rank === -1 ? LONGEST.length : rank;
}
