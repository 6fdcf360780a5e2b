import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	ledger: {
		accounts: () => "/admin/ledger/accounts",
		accountCreate: () => "/admin/ledger/accounts/new",
		account: (id: Id) => `/admin/ledger/accounts/${id}`,
		accountRemoval: (id: Id) => `/admin/ledger/accounts/${id}/removal`,
		/** The address of the page of the accounts that the program posts to by itself (自動過帳的科目). */
		mapping: () => "/admin/ledger/mapping",
	},
};

export const accounts = noun({
	addresses: { admin },
	menu: [
		{
			group: "finance",
			place: 40,
			label: "會計科目",
			href: admin.ledger.accounts(),
			gate: "ledger",
			words: ["科目", "餘額", "accounts"],
		},
	],
	jobs: {
		"account.create": {
			label: "新增會計科目",
			gate: "ledger_post",
			href: admin.ledger.accountCreate(),
			words: ["科目", "新增科目"],
		},
	},
	records: {
		account: { words: "會計科目", place: 230 },
		posting_accounts: { words: "自動過帳的科目" },
	},
	actions: {
		"account.create": "新增會計科目",
		"account.delete": "刪除會計科目",
		"account.edit": "修改會計科目",
		"posting_accounts.edit": "變更自動過帳的科目",
	},
	refusals: {
		"account.unclear": { words: "看不出是哪一個會計科目，請打代號或完整的名稱。", field: "account" },
	},
	freeText: {
		accounts: { words: "會計科目", place: 410, columns: "accounts name", shown: "account" },
	},
	shown: {
		account: { words: "科目", gate: "ledger_post", href: (id) => admin.ledger.account(Number(id)) },
	},
});
