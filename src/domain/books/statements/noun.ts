import { noun } from "#kernel/noun.ts";

const admin = {
	statements: {
		/** The address of a year's statements: who passed them, and the press that publishes them (財務公告). */
		show: (year: number | ":year") => `/admin/statements/${year}`,
		publication: (year: number | ":year") => `/admin/statements/${year}/publication`,
	},
};

export const statements = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/statements"],
		load: async () => (await import("#admin/books/statements/routes.ts")).STATEMENT_NOTICE_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"statements.publish": { group: "finance", place: 120, words: "發布財務公告", roles: ["chair"] },
	},
	gates: {
		/** The users who may see who passed a year's statements; who closes years records it, and another person publishes. */
		statements: ["ledger.view", "statements.publish"],
		statements_record: ["periods.close"],
		statements_publish: ["statements.publish"],
	},
	actions: { "statement.approve": "登記年度報表的決議", "statement.publish": "發布財務公告" },
	refusals: {
		"statement.not_closed": { words: "這個年度還沒有年度結帳，報表還會變動。請先在會計期間辦理年度結帳。" },
		"statement.not_passed": { words: "還沒有登記理事會與監事會的決議，不能發布。請會計先登記。" },
		"statement.moved": {
			words: "登記決議之後，帳、財產或決議有變動，還沒有發布。請確認報表並重新登記決議，再發布。",
		},
	},
});
