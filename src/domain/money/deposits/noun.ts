import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	deposits: {
		list: () => "/admin/deposits",
		create: () => "/admin/deposits/new",
		show: (id: Id) => `/admin/deposits/${id}`,
		reversal: (id: Id) => `/admin/deposits/${id}/reversal`,
		/** The address of the form that names the bank line that shows the deposit. */
		line: (id: Id) => `/admin/deposits/${id}/line`,
	},
};

export const deposits = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/deposits"],
		load: async () => (await import("#admin/money/deposits/routes.ts")).DEPOSIT_ROUTES,
	},
	addresses: { admin },
	gates: {
		/**
		 * The users who may view deposits (存款單) and cash on hand (庫存現金); `deposits_manage` are those who may
		 * change them.
		 */
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
	jobs: {
		"deposit.create": {
			label: "新增存款單",
			gate: "deposits_manage",
			href: admin.deposits.create(),
			words: ["存現金", "存入銀行", "送存"],
		},
	},
	records: {
		deposit: { words: "存款單", place: 190 },
	},
	actions: {
		"deposit.create": "開立存款單",
		"deposit.name_line": "存款單對到銀行明細",
		"deposit.reverse": "沖銷存款單",
	},
	freeText: {
		deposits: {
			words: "存款單",
			place: 470,
			columns: "cash_deposits note reason",
			shown: "deposit",
			kept: "帳務憑證依法保存",
		},
	},
	shown: {
		deposit: { words: "存款單", gate: "deposits", href: (id) => admin.deposits.show(Number(id)) },
	},
	refusals: {
		"deposit.account": { words: "請選擇使用中的帳戶。", field: "account" },
		"deposit.date_refused": { words: "存入日期不能早於所選的收款，也不能在今天以後。", field: "deposited_on" },
		"deposit.holds": { words: "這筆現金已經存入銀行，請先沖銷那張存款單，再沖銷這一筆。" },
		"deposit.is_final": { words: "存款單不能修改或刪除，請以沖銷更正。" },
		"deposit.line": { words: "這筆銀行明細的帳戶或金額與存款單不同，或已經用掉。" },
		"deposit.moved": { words: "這些現金剛剛已被其他人存入、沖銷，或存款單已經沖銷，請重新整理。" },
		"deposit.sum": { words: "所選的現金合計與存入金額不同，請核對現金與勾選的項目。", field: "amount" },
	},
});
