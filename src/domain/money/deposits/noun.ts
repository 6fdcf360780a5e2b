import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	deposits: {
		list: () => "/admin/deposits",
		create: () => "/admin/deposits/new",
		show: (id: Id) => `/admin/deposits/${id}`,
		reversal: (id: Id) => `/admin/deposits/${id}/reversal`,
		/** Which line of the bank shows it. */
		line: (id: Id) => `/admin/deposits/${id}/line`,
	},
};

export const deposits = noun({
	pages: {
		below: ["/admin/deposits"],
		load: async () => (await import("#admin/money/deposits/routes.ts")).DEPOSIT_ROUTES,
	},
	addresses: { admin },
	gates: {
		/** 存款單 and 庫存現金. */
		deposits: ["bank.manage", "ledger.view"],
		deposits_manage: ["bank.manage"],
	},
	menu: [
		{
			group: "dues",
			place: 80,
			label: "存款單",
			href: admin.deposits.list(),
			gate: "deposits",
			words: ["庫存現金", "存入銀行", "現金", "存款", "deposits"],
		},
	],
	records: {
		deposit: { words: "存款單", place: 190 },
	},
	actions: {
		"deposit.create": "開立存款單",
		"deposit.name_line": "存款單對到銀行明細",
		"deposit.reverse": "沖銷存款單",
	},
});
