import assert from "node:assert/strict";
import { bankStatement } from "#db/money/bank-statements.ts";
import { readRows } from "#db/read.ts";
import { createAccount } from "#domain/money/bank/actions.ts";
import { ignoreLine, suspendLine } from "#domain/money/bank/line-actions.ts";
import type { BankKind } from "#domain/money/bank/rules.ts";
import { createStatement, statementDrafts } from "#domain/money/bank-statements/actions.ts";
import { payFromLine } from "#domain/money/payments/settlement-actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { csvRow } from "#kernel/csv.ts";
import type { Store } from "./admin-server.ts";

const { bank } = paths.admin;
const HEADER = ["交易日期", "摘要", "支出金額", "存入金額", "帳戶餘額", "轉出帳號", "備註"];
const ROWS = [
	["113/11/03", "跨行轉入", "", "1,000", "101,000", "822-0000123440718", "會費 M0001"],
	["113/11/05", "現金存入", "", "2,000", "103,000", "", "不知道是誰"],
	["113/11/05", "手續費", "15", "", "102,985", "", ""],
	["113/11/08", "利息", "", "36", "103,021", "", ""],
	["113/11/12", "跨行轉入", "", "500", "103,521", "90033", "捐款"],
	["113/11/14", "跨行轉入", "", "700", "104,221", "", "待查"],
];
const BAD = ["113/2/30", "看不懂", "", "一千", "", "", ""];

/**
 * Accounts, statements that wait and one that came in, and lines of every kind. Returns the addresses of the routes that
 * have a place for one.
 */
export async function fillBank(store: Store, at: number): Promise<Record<string, string[]>> {
	const { db } = store;
	const env = { ...store.env, ...store.secrets };
	const by = byOperator(at);
	const account = (kind: BankKind, name: string, number: string) =>
		createAccount(
			db,
			{
				kind,
				name,
				bank_name: "臺灣銀行（004）",
				branch: "館前分行",
				holder: "協會",
				number,
				position: 1,
				is_shown: true,
			},
			{ key: name, by },
		);
	const [own, postal] = [
		await account("bank", "會費專戶", "012-345678901"),
		await account("postal", "郵政劃撥", "19876543"),
	];
	const taken = async (filename: string, rows: string[][]) => {
		const upload = { filename, declaredType: "text/csv", bytes: new TextEncoder().encode(rows.map(csvRow).join("")) };
		return (await createStatement(env, db, { accountId: own, upload, key: filename, by })).id;
	};
	const applied = await taken("十一月明細.csv", [HEADER, ...ROWS]);
	const [[draft = assert.fail("no draft")]] = await readRows(db.$client, bankStatement(applied));
	const { fingerprint: seen } = await statementDrafts.plan(env, db, { draft, by });
	const answers = { skip_errors: false, accept_balance: true, accept_account: false };
	await statementDrafts.apply(env, db, { draft, version: draft.version, seen, answers, by });
	const waiting = await taken("十二月明細.csv", [
		HEADER,
		...ROWS.slice(0, 2),
		BAD,
		["113/12/1", "轉入", "", "9", "1", "", ""],
	]);
	const unknown = await taken("沒有標題.csv", [
		["甲", "乙"],
		["113/11/3", "5"],
	]);
	const lines = await store.env.DB.prepare("SELECT id FROM bank_lines ORDER BY id").all<{ id: number }>();
	const [known = 0, manual = 0, out = 0, ignored = 0, gift = 0, suspended = 0] = lines.results.map(({ id }) => id);
	await ignoreLine(db, { ref: { id: ignored, version: 1 }, reason: "存款利息", by });
	await suspendLine(db, { ref: { id: suspended, version: 1 }, by });
	const cashier = await store.env.DB.prepare("SELECT id FROM users WHERE email = 'cashier@example.org'").first<number>(
		"id",
	);
	await payFromLine(db, {
		line: { id: gift, version: 1 },
		input: {
			method: "transfer",
			paidOn: "2024-11-12",
			amount: 500,
			feeAmount: 0,
			last5: "90033",
			bankAccountId: own,
			payerMemberId: null,
			payerTitle: "善心人士",
			receiptSplit: "one",
			remark: "",
			correctsId: null,
			allocations: [{ kind: "donation", memberId: null, amount: 500 }],
		},
		reviewer: { userId: cashier ?? 0, standsFor: [null] },
		key: "gift",
		by: { ...by, userId: cashier },
	});
	return {
		[bank.account(":id")]: [own, postal].map(bank.account),
		[bank.reconciliation(":id")]: [
			`${bank.reconciliation(own)}?month=2024-11`,
			`${bank.reconciliation(own)}?month=2024-10`,
			bank.reconciliation(postal),
		],
		[bank.statement(":id")]: [
			bank.statement(applied),
			bank.statement(waiting),
			`${bank.statement(waiting)}?outcome=error`,
		],
		[bank.columns(":id")]: [waiting, unknown].map(bank.columns),
		[bank.lines()]: [
			"",
			"?status=matched",
			"?status=ignored",
			"?direction=out",
			"?q=none",
			"?done=2&left=1&refused=1:payment.own",
		].map((query) => `${bank.lines()}${query}`),
		[bank.line(":id")]: [
			...[known, manual, out, ignored, gift, suspended].map(bank.line),
			`${bank.line(manual)}?q=M00`,
			`${bank.line(manual)}?member=1`,
		],
	};
}
