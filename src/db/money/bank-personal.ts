import { sql } from "drizzle-orm";
import { among, GIVEN_BY_NO_MEMBER, GIVERS, personal } from "#db/personal-data.ts";
import { PAID, PAYMENTS } from "./payments-personal.ts";

export const bank = personal({
	erases: [
		{
			place: 100,
			run: ({ id, at }) => [
				sql`UPDATE bank_lines SET memo = '', words = '[]', last5 = NULL, version = version + 1, updated_at = ${at}
			WHERE id IN (SELECT line_id FROM bank_line_parts WHERE kind = 'payment' AND record_id IN ${among(id, `SELECT p.id ${PAYMENTS}`)})`,
			],
		},
	],
	freeText: {
		bank_lines: {
			goes: `(t.id IN (SELECT x.line_id FROM bank_line_parts x WHERE x.kind = 'payment' AND x.record_id IN ${PAID})
			OR ${GIVEN_BY_NO_MEMBER} AND t.id IN (SELECT x.line_id FROM bank_line_parts x
				JOIN income_records i ON x.kind = 'income' AND i.id = x.record_id WHERE i.donor_id IN ${GIVERS}))`,
			kept: "true",
		},
		bank_statements: { kept: "true" },
	},
	noFreeText: {
		bank_accounts: { columns: "number mapping", why: "digits; which column of a file is which" },
		bank_lines: { columns: "words fingerprint", why: "made of memo" },
	},
});
