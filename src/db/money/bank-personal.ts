import { sql } from "drizzle-orm";
import { among, GIVEN_BY_NO_MEMBER, GIVERS, personal } from "#db/personal-data.ts";
import { PAID, PAYMENTS } from "./payments-personal.ts";

export const bank = personal({
	erases: [
		{
			place: 100,
			run: ({ id, at }) => [
				sql`UPDATE bank_lines SET memo = '', words = '[]', last5 = NULL, version = version + 1, updated_at = ${at}
			WHERE payment_id IN ${among(id, `SELECT p.id ${PAYMENTS}`)}`,
			],
		},
	],
	freeText: {
		bank_lines: {
			goes: `(t.payment_id IN ${PAID} OR ${GIVEN_BY_NO_MEMBER} AND t.id IN (
			SELECT i.bank_line_id FROM income_records i WHERE i.donor_id IN ${GIVERS}))`,
			kept: "true",
		},
		bank_statements: { kept: "true" },
	},
	noFreeText: {
		bank_accounts: { columns: "number mapping", why: "digits; which column of a file is which" },
		bank_lines: { columns: "words fingerprint", why: "made of memo" },
	},
});
