import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	bank: {
		accounts: () => "/admin/bank/accounts",
		accountCreate: () => "/admin/bank/accounts/new",
		account: (id: Id) => `/admin/bank/accounts/${id}`,
		/** The address of 銀行存款調節表 of an account at the end of a month. */
		reconciliation: (id: Id) => `/admin/bank/accounts/${id}/reconciliation`,
		statements: () => "/admin/bank",
		statement: (id: Id) => `/admin/bank/statements/${id}`,
		columns: (id: Id) => `/admin/bank/statements/${id}/columns`,
		application: (id: Id) => `/admin/bank/statements/${id}/application`,
		removal: (id: Id) => `/admin/bank/statements/${id}/removal`,
		lines: () => "/admin/bank/lines",
		line: (id: Id) => `/admin/bank/lines/${id}`,
		match: (id: Id) => `/admin/bank/lines/${id}/match`,
		ignore: (id: Id) => `/admin/bank/lines/${id}/ignoring`,
		ignoreEnd: (id: Id) => `/admin/bank/lines/${id}/ignoring/end`,
		/**
		 * The addresses of the forms that undo the match of a bank line (`tieEnd`) and that declare that a booked
		 * record is not the line's money (`apart`).
		 */
		tieEnd: (id: Id) => `/admin/bank/lines/${id}/match/end`,
		apart: (id: Id) => `/admin/bank/lines/${id}/apart`,
		/** The address of the form that explains a bank line with several booked records. */
		parts: (id: Id) => `/admin/bank/lines/${id}/parts`,
		/** The addresses of the forms that post a bank line as a bank fee or as a transfer to another account. */
		fee: (id: Id) => `/admin/bank/lines/${id}/fee`,
		transfer: (id: Id) => `/admin/bank/lines/${id}/transfer`,
		/** The address of the form that posts a bank line as suspense money (暫收款, 暫付款). */
		suspense: (id: Id) => `/admin/bank/lines/${id}/suspense`,
		/** The address of the form that reverses the line's own voucher: of suspense money, a fee or a transfer. */
		suspenseEnd: (id: Id) => `/admin/bank/lines/${id}/suspense/end`,
		/** The address of the form that verifies all bank lines with an exact match at once. */
		verification: () => "/admin/bank/lines/verification",
	},
};

export const bank = noun({
	pages: { below: ["/admin/bank"], load: async () => (await import("#admin/money/bank/pages.ts")).ROUTES },
	addresses: { admin },
	permissions: {
		"bank.manage": { group: "dues", place: 50, words: "匯入與對帳銀行檔", roles: ["cashier"] },
	},
	gates: {
		bank: ["bank.manage"],
		/** The users who are told of a 定期存款 that ends. */
		term_deposits: ["bank.manage", "ledger.post"],
		/** The users who may see how the bank's balance and that of the books come together. */
		bank_reconciliation: ["bank.manage", "ledger.view"],
		/** The users who may match a bank line, which makes a payment and verifies it: those with both permissions. */
		bank_match: [["bank.manage", "payments.verify"]],
	},
	menu: [
		{
			group: "dues",
			place: 110,
			label: "銀行對帳",
			href: admin.bank.lines(),
			gate: "bank",
			waits: "bank",
			words: ["銀行檔", "明細", "對帳", "收款帳戶", "劃撥", "定期存款", "定存", "暫收款", "bank"],
			start: { place: 46, key: "B", icon: "bank" },
		},
	],
	jobs: {
		"bank_statement.import": {
			label: "匯入銀行檔",
			gate: "bank",
			href: admin.bank.statements(),
			words: ["銀行明細", "對帳單", "存摺", "匯入明細", "statement"],
		},
		"bank_account.create": {
			label: "新增銀行帳戶",
			gate: "bank",
			href: admin.bank.accountCreate(),
			words: ["新增帳戶", "定期存款", "郵局"],
		},
	},
	records: {
		bank_account: { words: "收款帳戶", place: 160 },
		bank_line: { words: "銀行明細", place: 170 },
		bank_statement: { words: "銀行檔", place: 180 },
	},
	actions: {
		"bank_account.create": "新增收款帳戶",
		"bank_account.edit": "修改收款帳戶",
		"bank_line.apart": "銀行明細不是已入帳的款項",
		"bank_line.fee": "銀行明細記為手續費",
		"bank_line.ignore": "銀行明細不處理",
		"bank_line.suspend": "銀行明細轉暫收款或暫付款",
		"bank_line.tie": "銀行明細對上已入帳的款項",
		"bank_line.transfer": "銀行明細記為帳戶間轉帳",
		"bank_line.unignore": "銀行明細改回待對帳",
		"bank_line.unpost": "沖銷銀行明細的傳票",
		"bank_line.unsuspend": "取消暫收款或暫付款",
		"bank_line.untie": "解除銀行明細的配對",
		"bank_statement.discard": "捨棄銀行檔",
		"bank_statement.import": "匯入銀行檔",
		"bank_statement.upload": "上傳銀行檔",
	},
	freeText: {
		bank_accounts: {
			words: "銀行帳戶",
			place: 480,
			columns: "bank_accounts name bank_name branch holder",
			shown: "bank",
		},
		bank_lines: {
			words: "銀行明細的摘要",
			place: 490,
			columns: "bank_lines memo reason",
			shown: "none",
			kept: "銀行提供的原文，對帳的依據",
		},
		bank_statements: {
			words: "對帳單的檔名",
			place: 500,
			columns: "bank_statements filename",
			shown: "none",
			kept: "對帳的依據",
		},
	},
	shown: {
		bank: { words: "帳戶", gate: "bank", href: (id) => admin.bank.account(Number(id)) },
	},
	refusals: {
		"bank.balance_broken": {
			words: "檔案裡的餘額接不起來，可能少了明細或有列重複。請改用完整的檔案，或確認後勾選照樣匯入。",
			field: "accept_balance",
		},
		"bank.booked": {
			words: "帳上已經有一筆沒有銀行明細的款項符合這筆明細。請先按「就是這一筆」；確定是另一筆款項，再按「都不是」。",
		},
		"bank.fee_refused": {
			words: "差額不像手續費：手續費是所選款項的合計減去明細的金額，從 1 到 1,000 元。請檢查選了哪些款項。",
			field: "parts",
		},
		"bank.line_used": { words: "這筆銀行明細已經對帳，不能再用一次。" },
		"bank.mismatch": {
			words: "這筆明細與款項的金額、帳戶或方向（存入、支出）不合，或款項已經對上其他明細，不能對在一起。",
		},
		"bank.nothing_chosen": { words: "請在至少一部分填上金額。", field: "parts" },
		"bank.number_taken": { words: "這個帳號已經是另一個使用中帳戶的，請確認有沒有重複新增。", field: "number" },
		"bank.other_account": {
			words: "檔案上的帳號不是這個帳戶的。請捨棄後選對帳戶再上傳，或確認後勾選照樣匯入。",
			field: "accept_account",
		},
		"bank.own_stands": { words: "這筆明細自己的傳票（手續費、轉帳）還在，請先沖銷那張傳票。" },
		"bank.partly": { words: "這筆明細已經對上一部分，不能整筆轉暫收款或暫付款。請先解除，或對上其餘的款項。" },
		"bank.rows_in_error": {
			words: "檔案裡有看不懂的列。請修改「欄位」，或勾選略過這些列。",
			field: "skip_errors",
		},
		"bank.term": { words: "定期存款只存放，不能直接收款、付款或匯入明細；請先用傳票把錢轉到活期帳戶。" },
		"bank.term_first": {
			words: "請先新增平常收付的銀行帳戶（1130 的子目），再新增定期存款；只有定期存款時，轉帳就沒有帳戶可以入帳。",
			field: "kind",
		},
		"bank.stale": { words: "這筆資料在您處理時已被其他人更新，請看最新的狀態。" },
	},
});
