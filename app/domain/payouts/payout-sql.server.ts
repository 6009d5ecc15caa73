import { Prisma } from "@prisma/client";

const { sql } = Prisma;

// What `payoutOf` says of a parcel `p` of a handoff `h`, for sums over more parcels than are worth reading.
// A property test holds the two together.

/** It came back after it had been delivered. */
const isAfterDeliverySql = sql`coalesce(p.return_type = 'return', p.delivered_at is not null)`;

/** Its state; null where nothing is released for it. */
export const payoutStateSql = sql`
  case
    when p.status = 'DELIVERED' then
      case p.margin_status when 'RELEASED' then 'released' when 'REVERSED' then 'reversed' else 'pending' end
    when p.status = 'RETURNED' and ${isAfterDeliverySql} then
      case when p.margin_status = 'RELEASED' then 'released' else 'reversed' end
  end`;

/** What a delivery releases, as `releasedPkr` says it. */
const releasedSql = sql`
  case
    when h.payment_mode = 'PREPAID' then 0 - p.platform_fee_pkr
    when p.margin_pkr is not null and p.platform_fee_pkr is not null then p.margin_pkr - p.platform_fee_pkr
    else p.expected_margin_pkr
  end`;

/** Its rupees; null where they are not known. Of what was paid out and taken back, the sum it was. */
export const payoutAmountSql = sql`
  case
    when p.margin_released_pkr is not null
      and (p.margin_status = 'REVERSED' or p.status = 'RETURNED' and coalesce(p.margin_status, '') <> 'RELEASED')
      then p.margin_released_pkr
    when p.status = 'RETURNED' and coalesce(p.margin_status, '') not in ('RELEASED', 'NONE', 'REVERSED') then null
    else ${releasedSql}
  end`;

/** Parcels that were delivered once, as `parcel_payout_idx` holds them: those of which `payoutStateSql` says a state. */
export const isPayoutSql = sql`(p.status = 'DELIVERED' or (p.status = 'RETURNED' and ${isAfterDeliverySql}))`;

/** Parcels whose payout is pending, as `parcel_pending_payout_idx` holds them. */
export const isPendingSql = sql`
  p.status = 'DELIVERED' and (p.margin_status is null or p.margin_status not in ('RELEASED', 'REVERSED'))`;
