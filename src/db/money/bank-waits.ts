import { waits } from "#db/waiting.ts";

export const bank = waits({
	menu: {
		/** The lines of bank statements that nobody has settled; no more are counted than the menu can show. */
		bank: {
			permission: "bank.manage",
			count: () =>
				"SELECT count(*) FROM (SELECT 1 FROM bank_lines WHERE status IN ('unmatched', 'suggested') LIMIT 100)",
		},
	},
});
