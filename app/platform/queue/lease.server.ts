import { Prisma, type PrismaClient } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { AppError } from "#app/platform/errors.ts";

/** The row of work that is leased, the fencing token of the lease, and how long it lasts from each renewal on. */
type LeaseTerms = { readonly workId: string; readonly token: string; readonly ms: number };

/** A moment by both clocks of this machine: the one may be set back, the other stands still while the machine sleeps. */
type ClockReading = { readonly wallMs: number; readonly runningMs: number };

export const readClocks = (): ClockReading => ({ wallMs: Date.now(), runningMs: performance.now() });

type LeaseStatement = {
  /**
   * What the statement writes, by name: parts of which none sees what another writes. A part that reads from `held`, or
   * from a part that does, has no rows once the lease is lost.
   */
  readonly parts?: Readonly<Record<string, Prisma.Sql>>;
  /** Its last part. It reads from `held` as well, and returns a row while the lease stands. */
  readonly result: Prisma.Sql;
  /** A transaction that writes something else as well. */
  readonly tx?: Db;
};

/**
 * A worker's right to a row of work, and the one way to write under it. The database compares the fencing token and the
 * time with each write, so that a worker that lost its lease writes nothing.
 */
export class Lease {
  readonly workId: string;
  readonly token: string;
  readonly ms: number;
  readonly #db: PrismaClient;
  /** When this process asked for the lease that it was given last: it runs from then at the earliest. */
  #renewedAt: ClockReading | null;
  #writes = 0;

  /** Without `grantedAt` the database is asked before the first effect. */
  constructor(db: PrismaClient, { workId, token, ms }: LeaseTerms, grantedAt: ClockReading | null = null) {
    this.#db = db;
    this.workId = workId;
    this.token = token;
    this.ms = ms;
    this.#renewedAt = grantedAt;
  }

  /** How many writes under it were begun: who has loaded rows before the last of them may not hold them as they are now. */
  get writes(): number {
    return this.#writes;
  }

  /** Renews the lease. False once another worker may have the row. */
  async renew(): Promise<boolean> {
    const askedAt = readClocks();
    const isHeld = await this.#extend(this.#db);
    this.#renewedAt = isHeld ? askedAt : null;
    return isHeld;
  }

  /**
   * Makes sure of the lease before an effect that cannot be taken back. The database is asked once half of the lease may
   * have gone by since it was last renewed: until then nobody else can have the row (D-33).
   * @throws AppError `lease_lost` when another worker may have the row by now
   */
  async assertHeld(): Promise<void> {
    if (!this.#isRecentlyRenewed() && !(await this.renew())) throw this.#toLostError();
  }

  /**
   * Runs `write` in a transaction that renews the lease, which locks the row of work: before anything else, or at the end
   * where everybody locks that row last. The renewal stands or falls with the transaction.
   * @throws AppError `lease_lost` when another worker may have the row by now; nothing was written
   */
  async transaction<T>(
    write: (tx: Prisma.TransactionClient) => Promise<T>,
    { renews = "first" }: { readonly renews?: "first" | "last" } = {},
  ): Promise<T> {
    this.#writes += 1;
    return this.#db.$transaction(
      async (tx) => {
        if (renews === "first") await this.#renewIn(tx);
        const written = await write(tx);
        if (renews === "last") await this.#renewIn(tx);
        return written;
      },
      { maxWait: 5000, timeout: 15_000 },
    );
  }

  /**
   * Writes in a single statement, which renews the lease and locks the row of work, where a transaction of few writes would
   * take as many round trips and three more (D-66). Returns its first row.
   * @throws AppError `lease_lost` when it returns no row; nothing was written
   */
  async statement<Row extends Record<string, unknown>>({
    parts = {},
    result,
    tx = this.#db,
  }: LeaseStatement): Promise<Row> {
    this.#writes += 1;
    const named = Object.entries({ "held (work_id)": this.#renewSql(), ...parts }).map(
      ([name, part]) => Prisma.sql`${Prisma.raw(name)} as (${part})`,
    );
    const [row] = await queryRows<Row>(tx, Prisma.sql`with ${Prisma.join(named)} ${result}`);
    if (!row) throw this.#toLostError();
    return row;
  }

  /** The run has ended, so that nothing is done any more on the word of the last renewal. */
  forgetRenewal(): void {
    this.#renewedAt = null;
  }

  async #renewIn(tx: Prisma.TransactionClient): Promise<void> {
    if (!(await this.#extend(tx))) throw this.#toLostError();
  }

  async #extend(db: Db): Promise<boolean> {
    return (await db.$executeRaw(this.#renewSql())) === 1;
  }

  /** SQL that renews the lease and returns the row's id while the lease stands. */
  #renewSql(): Prisma.Sql {
    return Prisma.sql`
      update work set lease_until = clock_timestamp() + ${this.ms} * interval '1 millisecond'
      where id = ${this.workId}::uuid and lease_token = ${this.token}::uuid and lease_until > clock_timestamp()
      returning id`;
  }

  #isRecentlyRenewed(): boolean {
    if (this.#renewedAt === null) return false;
    const { wallMs, runningMs } = readClocks();
    return Math.max(wallMs - this.#renewedAt.wallMs, runningMs - this.#renewedAt.runningMs) < this.ms / 2;
  }

  #toLostError(): AppError {
    return new AppError("lease_lost", `The lease of work ${this.workId} is lost`, { retryable: true });
  }
}
