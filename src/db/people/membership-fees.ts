import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import type { TypeFee } from "#domain/people/fees.ts";
import type { Term } from "#domain/people/membership-types/rules.ts";
import { FEE_OF_ITEM, feeSetting } from "./fee-settings.ts";

/** A fee with its basis: the resolution (會議決議), the number of the authority's approval (核備文號), the article of the statutes. */
export type FeeInput = TypeFee & { resolution: string; approval_no: string; article: string };
export type SetFee = FeeInput & { id: number; created_at: number };

/** Selects every fee that was ever set for a type; of two from one day the later one comes later. */
export const membershipFees = (): Select<SetFee> =>
	select(
		`SELECT id, membership_type, from_on, entrance_fee, annual_fee, has_discount, resolution, approval_no, article, created_at
		FROM membership_fees ORDER BY membership_type, from_on, id`,
	);

export const insertFee = (of: FeeInput, at: number): Write =>
	sql`INSERT INTO membership_fees (membership_type, from_on, entrance_fee, annual_fee, has_discount, resolution, approval_no, article, created_at)
		VALUES (${of.membership_type}, ${of.from_on}, ${of.entrance_fee}, ${of.annual_fee}, ${of.has_discount}, ${of.resolution},
			${of.approval_no}, ${of.article}, ${at})`;

/**
 * What a new fee meets: how many unpaid items of the type go by its day or a later one, their sum, and what they would
 * sum to by it; how many members of the type are assessed from now on; and the type's term, null for no type.
 */
export type FeeEffect = { items: number; amount: number; would_be: number; members: number; term: Term | null };
export const feeEffect = ({ membership_type, from_on, ...fee }: TypeFee): Select<FeeEffect> =>
	selectOne(
		`SELECT count(*) AS items, coalesce(sum(amount), 0) AS amount, coalesce(sum(base - base * percent / 100), 0) AS would_be,
			(SELECT count(*) FROM members WHERE type_code = ?1 AND merged_into IS NULL
				AND status IN ('awaiting_payment', 'active', 'suspended')) AS members,
			(SELECT term FROM membership_types WHERE code = ?1) AS term
		FROM (SELECT d.amount, CAST(iif(d.kind = 'entrance', ?3, ?4) AS INTEGER) AS base,
				iif(?5 AND d.discount_percent > 0, ${feeSetting("disability_discount_percent")}, 0) AS percent
			FROM dues_items d JOIN members m ON m.id = d.member_id
			WHERE m.type_code = ?1 AND d.status = 'open' AND ${FEE_OF_ITEM.day} >= ?2)`,
		membership_type,
		from_on,
		fee.entrance_fee,
		fee.annual_fee,
		fee.has_discount,
	);
