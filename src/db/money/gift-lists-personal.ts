import { sql } from "drizzle-orm";
import { among, GIVERS, OWN_IDS, ownIds, personal } from "#db/personal-data.ts";
import { time, yes } from "#kernel/copy-fields.ts";
import { ERASED } from "#kernel/erased.ts";

/** SQL of the parts of payments that the erased records `own` gave. */
const OWN_PARTS = `SELECT a.id FROM payment_allocations a WHERE a.kind = 'donation' AND a.member_id IN ${OWN_IDS}`;

export const giftLists = personal({
	copy: {
		giver_choice: {
			place: 155,
			title: "捐款徵信的意願",
			fields: [yes("is_named", "刊登姓名"), time("updated_at", "選擇的時間")],
			rows: "SELECT is_named, updated_at FROM giver_choices WHERE member_id IN (SELECT id FROM own) ORDER BY member_id",
		},
	},
	inCopy: {
		"giver_choices.member_id": "giver_choice",
	},
	leftOut: {
		"gift_lists.published_by": "staff stay unnamed",
	},
	erased: {
		giver_choices: "what the member said about the public lists of gifts",
	},
	kept: {
		gift_lists: "who of the staff published; the name in its rows is erased, and the list is to be published anew",
	},
	erases: [
		{
			place: 125,
			run: ({ id }) => [
				sql`UPDATE gift_list_rows SET name = ${ERASED} WHERE source = 'payment' AND name <> '' AND part IN ${among(id, OWN_PARTS)}`,
				sql`DELETE FROM giver_choices WHERE member_id IN ${ownIds(id)}`,
			],
		},
	],
	merges: [
		{
			table: "giver_choices",
			column: "member_id",
			place: 125,
			// Who does not want to be named stays unnamed, whichever record said so.
			moves: ({ kept, other }) => [
				sql`UPDATE giver_choices SET is_named = 0 WHERE member_id = ${kept}
					AND EXISTS (SELECT 1 FROM giver_choices WHERE member_id = ${other} AND is_named = 0)`,
				sql`UPDATE giver_choices SET member_id = ${kept} WHERE member_id = ${other}
					AND NOT EXISTS (SELECT 1 FROM giver_choices WHERE member_id = ${kept})`,
				sql`DELETE FROM giver_choices WHERE member_id = ${other}`,
			],
		},
	],
	freeText: {
		gift_list_rows: {
			link: "t.document_id",
			key: "t.document_id || ':' || t.source || ':' || t.gift_id || ':' || t.part",
			goes: `((t.source = 'income' AND t.gift_id IN (SELECT i.id FROM income_records i WHERE i.donor_id IN ${GIVERS}))
				OR (t.source = 'payment' AND t.part IN (${OWN_PARTS})))`,
			kept: "true",
		},
	},
	noFreeText: {
		gift_lists: { columns: "half from_on to_on", why: "the half-year" },
		gift_list_rows: { columns: "items purpose", why: "copies of income_records, which are searched" },
	},
});
