import { Prisma } from "@prisma/client";
import { isAfterDeliverySql, releasedSql } from "../payout-sql.server.ts";

const { sql } = Prisma;

// What `profitOf` says of a parcel `p` of a handoff `h`. A property test holds the two together.

const isPrepaid = sql`h.payment_mode = 'PREPAID'`;

/** Wholesale and shipping; null while the service has not said both. */
const costSql = sql`p.wholesale_pkr + p.shipping_cost_pkr`;

/** It was cancelled and moved nothing, as far as was read. */
const isWithoutMoney = sql`(not ${isPrepaid} or (p.received_at is null and p.read_at is not null))`;

/** Earned, to come or lost; null where nothing moved, or it is under way. */
export const profitOutcomeSql = sql`
  case
    when p.status = 'DELIVERED' then case when p.margin_status = 'RELEASED' then 'earned' else 'to_come' end
    when p.status = 'RETURNED' then 'lost'
    when p.status = 'CANCELLED' and not ${isWithoutMoney} then 'lost'
  end`;

const keptSql = sql`
  case
    when p.margin_status = 'REVERSED' then null
    when ${isPrepaid} then p.resale_pkr + p.shipping_charged_pkr - (${costSql}) + (${releasedSql})
    else ${releasedSql}
  end`;

const isUndone = sql`(not ${isAfterDeliverySql} or coalesce(p.margin_status, '') in ('NONE', 'REVERSED'))`;

const cameBackSql = sql`
  case
    when ${isPrepaid} then case when ${isUndone} then (${costSql}) + p.rto_charge_pkr - p.return_credit_pkr end
    when not ${isAfterDeliverySql} then p.rto_charge_pkr - coalesce(p.return_credit_pkr, 0)
    when ${isUndone} then p.rto_charge_pkr - p.return_credit_pkr
  end`;

/** Its rupees; null where they are not known. */
export const profitAmountSql = sql`
  case p.status when 'DELIVERED' then ${keptSql} when 'RETURNED' then ${cameBackSql} end`;
