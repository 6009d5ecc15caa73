import type { StaffMember } from "@prisma/client";
import { recordFact } from "../timeline/record.server.ts";
import type { ShopContext } from "./shop-context.server.ts";
import { isStaffRight, type StaffRight } from "./staff-rights.ts";

/** The person who presses, as Shopify names them at that moment. */
export type ActingPerson = {
  readonly userId: string;
  readonly accountOwner: boolean;
  readonly collaborator: boolean;
  readonly name: string;
};

export type Judgement = "allowed" | "not_granted" | "collaborators_never_pay";

type StaffGround = Pick<ShopContext, "shop" | "db" | "crypto" | "clock">;

/**
 * Whether a person may do what is the owner's (R28): the owner, or whom the owner let; a collaborator never pays. One
 * who may not is remembered with what they pressed, so that the owner can let them. `right` null: the owner alone.
 */
export async function judgeStaff(
  ctx: StaffGround,
  person: ActingPerson,
  right: StaffRight | null,
): Promise<Judgement> {
  if (person.accountOwner) return "allowed";
  const row = await rememberStaff(ctx, person, right);
  if (right === "pay" && person.collaborator) return "collaborators_never_pay";
  return right !== null && row.rights.includes(right) ? "allowed" : "not_granted";
}

async function rememberStaff(
  { shop, db, crypto, clock }: StaffGround,
  { userId, name, collaborator }: ActingPerson,
  askedFor: StaffRight | null,
): Promise<StaffMember> {
  const shopId = shop.id;
  const seen = { collaborator, seenAt: clock.now(), ...(askedFor && { askedFor }) };
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
    where: { shopId: shop.id },
    orderBy: { seenAt: "desc" },
    take: MOST_SHOWN,
  });
  return rows.map((row) => ({
    userId: row.userId,
    name: row.nameEnc ? crypto.openText(row.nameEnc, namePlace(row.id)) : "",
    collaborator: row.collaborator,
    rights: row.rights.filter(isStaffRight),
    askedFor: row.askedFor !== null && isStaffRight(row.askedFor) ? row.askedFor : null,
  }));
}

export type Grant = {
  readonly userId: string;
  readonly right: StaffRight;
  readonly change: "grant" | "take";
  readonly by: string;
};

/** The owner lets a person do something, or no longer. False where nobody is known by that id. */
export async function grantRight(
  { shop, db, clock }: Pick<ShopContext, "shop" | "db" | "clock">,
  { userId, right, change, by }: Grant,
): Promise<boolean> {
  const shopId = shop.id;
  return db.$transaction(async (tx) => {
    const where = { shopId_userId: { shopId, userId } };
    const row = await tx.staffMember.findUnique({ where });
    if (row === null || (right === "pay" && row.collaborator && change === "grant")) return false;
    const others = row.rights.filter((each) => each !== right);
    const rights = change === "grant" ? [...others, right] : others;
    await tx.staffMember.update({ where, data: { rights, grantedBy: by, grantedAt: clock.now() } });
    const code = change === "grant" ? "right_granted" : "right_taken";
    const fact = { thing: "shop", thingId: shopId, actor: "person", by, code } as const;
    await recordFact(tx, shopId, { ...fact, params: { right, userId } });
    return true;
  });
}
