import assert from "node:assert/strict";
import { cancelDues, waiveDues } from "#domain/money/dues/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import type { Store } from "./admin-server.ts";

const { dues } = paths.admin;
/** The demo's member and parent. */
const [MEMBER, PARENT] = [1, 2];

/** Items in each of their states, of years that the demo has none of. Returns the addresses of their pages. */
export async function fillDues({ env, db }: Store, at: number): Promise<Record<string, string[]>> {
	const item = async (year: number): Promise<number> => {
		const id = await env.DB.prepare(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, discount_percent, amount, created_at, updated_at)
			VALUES (?1, 'annual', ?2, 1000, 50, 500, ?3, ?3) RETURNING id`,
		)
			.bind(MEMBER, year, at)
			.first<number>("id");
		return id ?? assert.fail("no item");
	};
	const [open, waived, cancelled] = [await item(2041), await item(2042), await item(2043)];
	const by = byOperator(at);
	await waiveDues(db, { refs: [{ id: waived, version: 1 }], reason: "理事會決議", by });
	await cancelDues(db, { ref: { id: cancelled, version: 1 }, reason: "年度選錯", by });
	return {
		[dues.list()]: [dues.list(), `${dues.list()}?year=2041&status=owed`, `${dues.list()}?q=nobody`],
		[dues.assessment()]: [dues.assessment(), `${dues.assessment()}?ids=${MEMBER}.${PARENT}&kinds=annual`],
		[dues.waivers()]: [`${dues.waivers()}?ids=${open}.${waived}`, `${dues.waivers()}?ids=${cancelled}`],
		[dues.show(":id")]: [open, waived, cancelled].map(dues.show),
		[dues.ofMember(":id")]: [dues.ofMember(MEMBER), dues.ofMember(PARENT)],
	};
}
