import { Prisma, type StaffMember } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ActingUser } from "#app/shopify/token-endpoint.server.ts";
import { factsSql } from "../timeline/record.server.ts";
import type { StaffRight } from "./staff-rights.ts";

export type StaffRightResult = "allowed" | "not_granted" | "collaborators_never_pay";

type StaffDeps = Pick<ShopContext, "shop" | "db" | "crypto" | "clock">;

/**
 * Whether a person may do what is the owner's (R28): the owner, or whom the owner let; a collaborator never pays. One
 * who may not is remembered with what they pressed, so that the owner can let them. `right` null: the owner alone. Who
 * was staff before the store became theirs is staff no more.
 */
export async function checkStaffRight(
  ctx: StaffDeps,
  person: ActingUser,
  right: StaffRight | null,
): Promise<StaffRightResult> {
  if (person.accountOwner) {
    await recordOwner(ctx, person);
    return "allowed";
  }
  const row = await recordStaff(ctx, person, right);
  if (right === "pay" && person.collaborator) return "collaborators_never_pay";
  return right !== null && row.rights.includes(right) ? "allowed" : "not_granted";
}

/** Remembers who presses: by that row it is known later whether a press of theirs may spend the wallet. It asks for nothing. */
export async function recordPerson(ctx: StaffDeps, person: ActingUser): Promise<void> {
  if (person.accountOwner) await recordOwner(ctx, person);
  else await recordStaff(ctx, person, null);
}

/** A store has one owner: who was it before, or was staff, is that no more. */
async function recordOwner({ shop, db, clock }: StaffDeps, { userId }: ActingUser): Promise<void> {
  const shopId = shop.id;
  const asOwner = { isOwner: true, collaborator: false, rights: [], askedFor: null, nameEnc: null };
  const seen = { ...asOwner, grantedBy: null, grantedAt: null, seenAt: clock.now() };
  await db.staffMember.updateMany({
    where: { shopId, isOwner: true, userId: { not: userId } },
    data: { isOwner: false },
  });
  await db.staffMember.upsert({
    where: { shopId_userId: { shopId, userId } },
    create: { shopId, userId, ...seen },
    update: seen,
  });
}

/**
 * Which of these people may not spend the account's wallet now (R55): all but the owner and whom the owner let. Whoever
 * Shopify was never asked about is among them; every press that may spend asks first.
 */
export async function listWithoutPay(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db.staffMember.findMany({ where: { shopId: shop.id, userId: { in: [...userIds] } } });
  const may = new Set(rows.filter(mayPay).map(({ userId }) => userId));
  return new Set(userIds.filter((userId) => !may.has(userId)));
}

/** Whether somebody is known to be without the right to pay: for what a page shows, where Shopify is not asked who looks. */
export async function isKnownWithoutPay(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  userId: string,
): Promise<boolean> {
  const row = await db.staffMember.findUnique({ where: { shopId_userId: { shopId: shop.id, userId } } });
  return row !== null && !mayPay(row);
}

/** Whether somebody has a right by what Shopify and the owner last said: for what is done in their name without them. */
export async function mayStill(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  userId: string,
  right: StaffRight,
): Promise<boolean> {
  const row = await db.staffMember.findUnique({ where: { shopId_userId: { shopId: shop.id, userId } } });
  return row !== null && (row.isOwner || row.rights.includes(right));
}

function mayPay({ isOwner, rights, collaborator }: StaffMember): boolean {
  return isOwner || (!collaborator && rights.includes("pay"));
}

async function recordStaff(
  { shop, db, crypto, clock }: StaffDeps,
  { userId, name, collaborator }: ActingUser,
  askedFor: StaffRight | null,
): Promise<StaffMember> {
  const shopId = shop.id;
  const seen = { isOwner: false, collaborator, seenAt: clock.now(), ...(askedFor && { askedFor }) };
  const row = await db.staffMember.upsert({
    where: { shopId_userId: { shopId, userId } },
    create: { shopId, userId, ...seen },
    update: seen,
  });
  const nameEnc = crypto.seal(name, namePlace(row.id));
  return db.staffMember.update({ where: { shopId_id: { shopId, id: row.id } }, data: { nameEnc } });
}

function namePlace(row: string) {
  return { table: "staff_member", row, column: "name_enc" };
}

export type StaffView = {
  readonly userId: string;
  readonly name: string;
  readonly collaborator: boolean;
  readonly rights: readonly StaffRight[];
  readonly askedFor: StaffRight | null;
};

const MOST_SHOWN = 50;

/** Whoever pressed something that is the owner's, with what they may do. Shopify lists no staff to us. */
export async function listStaff({
  shop,
  db,
  crypto,
}: Pick<ShopContext, "shop" | "db" | "crypto">): Promise<readonly StaffView[]> {
  const rows = await db.staffMember.findMany({
    where: { shopId: shop.id, isOwner: false },
    orderBy: { seenAt: "desc" },
    take: MOST_SHOWN,
  });
  return rows.map((row) => ({
    userId: row.userId,
    name: nameOf(crypto, row),
    collaborator: row.collaborator,
    rights: row.rights,
    askedFor: row.askedFor,
  }));
}

/** The names of those of these people who pressed something that is the owner's, as Shopify named them then. */
export async function findStaffNames(
  { shop, db, crypto }: Pick<ShopContext, "shop" | "db" | "crypto">,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.staffMember.findMany({ where: { shopId: shop.id, userId: { in: [...userIds] } } });
  return new Map(rows.flatMap((row) => (row.nameEnc?.length ? [[row.userId, nameOf(crypto, row)]] : [])));
}

function nameOf(crypto: Pick<ShopContext["crypto"], "openText">, { id, nameEnc }: StaffMember): string {
  return nameEnc ? crypto.openText(nameEnc, namePlace(id)) : "";
}

export type GrantRightInput = {
  readonly userId: string;
  readonly right: StaffRight;
  readonly change: "grant" | "take";
  readonly by: string;
};

/**
 * The owner lets a person do something, or no longer; false where nobody is known by that id. One statement: of two
 * changes at once neither writes the rights the other has just read, so a right that was taken stays taken.
 */
export async function grantRight(
  { shop, db, clock }: Pick<ShopContext, "shop" | "db" | "clock">,
  { userId, right, change, by }: GrantRightInput,
): Promise<boolean> {
  const at = clock.now();
  const without = Prisma.sql`array_remove(rights, ${right})`;
  const rights = change === "grant" ? Prisma.sql`array_append(${without}, ${right})` : without;
  const mayChange = right === "pay" && change === "grant" ? Prisma.sql`not collaborator` : Prisma.sql`true`;
  const code = change === "grant" ? "right_granted" : "right_taken";
  const fact = { thing: "shop", thingId: shop.id, actor: "person", by, code, at } as const;
  const rows = await queryRows<{ isChanged: boolean }>(
    db,
    Prisma.sql`
    with changed as (
      update staff_member set rights = ${rights}, granted_by = ${by}, granted_at = ${at}::timestamptz
      where shop_id = ${shop.id}::uuid and user_id = ${userId} and not is_owner and ${mayChange}
      returning id),
    recorded as (${factsSql(shop.id, [{ ...fact, params: { right, userId } }], Prisma.sql`changed`)})
    select exists (select from changed) as "isChanged"`,
  );
  return rows[0]?.isChanged === true;
}
