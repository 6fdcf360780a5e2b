/** 支出申請 of the demo association: each state once at least, some that wait for each reviewer, advances that are open. */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { byUser } from "#domain/by.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { createDocument, editDocument, submitDocument, withdrawDocument } from "#domain/finance/actions.ts";
import type { FinanceInput } from "#domain/finance/form.ts";
import type { FinanceReviewers } from "#domain/finance/rules.ts";
import { payDocument, postDocument } from "#domain/finance-payments/actions.ts";
import { approveDocument, rejectDocument, returnDocument, voidDocument } from "#domain/finance-reviews/actions.ts";

type Store = { FILES: R2Bucket; SEALING_KEY: string };
type Role = "applicant" | "admin" | "cashier" | "accountant" | "chair";
/** Hours after it was made, in which order what was done with it. */
type DemoStep =
	| { do: "submit"; after: number }
	| { do: "approve"; after: number; comment?: string }
	| { do: "return" | "reject" | "void"; after: number; comment: string }
	| { do: "mend"; after: number; lines: FinanceInput["lines"] }
	| { do: "withdraw" | "pay" | "post"; after: number };
type DemoDocument = {
	by: Role;
	days: number;
	kind: FinanceInput["kind"];
	title: string;
	purpose?: string;
	payee?: { name: string; taxId?: string; bank?: string; account?: string };
	payBy?: FinanceInput["payBy"];
	wanted?: number;
	tax?: number;
	code: string;
	files?: readonly string[];
	none?: string;
	lines: FinanceInput["lines"];
	/** Settles the advance of this title. */
	of?: string;
	steps: readonly DemoStep[];
};

const submit = { do: "submit", after: 1 } as const;
const cashier = { do: "approve", after: 22 } as const;
const accountant = { do: "approve", after: 45 } as const;
const chair = { do: "approve", after: 70 } as const;
const pay = { do: "pay", after: 96 } as const;
const post = { do: "post", after: 120 } as const;
const VENUE = { name: "青禾文化空間有限公司", taxId: "12345675", bank: "漣漪銀行 青石分行", account: "012-345-655120" };
const PRINTER = {
	name: "墨海印刷股份有限公司",
	taxId: "04126516",
	bank: "青石銀行 中山分行",
	account: "808-120-334455",
};

const DOCUMENTS: readonly DemoDocument[] = [
	{
		by: "applicant",
		days: 52,
		kind: "vendor",
		title: "第 38 期會刊印刷費",
		purpose: "會刊第 38 期，800 本，寄送全體會員。",
		payee: PRINTER,
		code: "5330",
		files: ["統一發票 AB-20481123.jpg"],
		lines: [
			{ summary: "會刊印刷 800 本", amount: 28_400 },
			{ summary: "打樣與裝訂", amount: 3_600 },
		],
		steps: [submit, cashier, accountant, chair, pay, post],
	},
	{
		by: "applicant",
		days: 41,
		kind: "advance",
		title: "南區聯誼活動預支",
		purpose: "南區聯誼茶會的餐點、車資與材料。",
		code: "1250",
		none: "預支，活動後憑單據核銷。",
		lines: [{ summary: "活動預支", amount: 12_000 }],
		steps: [submit, cashier, accountant, chair, pay, post],
	},
	{
		by: "admin",
		days: 18,
		kind: "advance",
		title: "衛教講座場布預支",
		code: "1250",
		none: "預支，活動後憑單據核銷。",
		lines: [{ summary: "場布材料預支", amount: 6_000 }],
		steps: [submit, cashier, accountant, chair, pay, post],
	},
	{
		by: "admin",
		days: 3,
		kind: "settlement",
		of: "衛教講座場布預支",
		title: "核銷：衛教講座場布預支",
		payBy: "cash",
		code: "5320",
		files: ["收據.jpg"],
		lines: [
			{ summary: "背板與文具", amount: 3_180 },
			{ summary: "桌椅搬運", amount: 2_000 },
		],
		steps: [submit, cashier],
	},
	{
		by: "applicant",
		days: 10,
		kind: "vendor",
		title: "秋季病友聚會場地費",
		purpose: "秋季聚會場地與音響，出席 64 人。",
		payee: VENUE,
		wanted: 6,
		tax: 500,
		code: "5320",
		files: ["統一發票 AB-12345678.jpg", "場地租借契約.jpg"],
		lines: [
			{ summary: "場地租金（全日）", amount: 15_000 },
			{ summary: "音響與投影設備", amount: 2_600 },
		],
		steps: [
			submit,
			{ do: "return", after: 44, comment: "發票抬頭少了「社團法人」，請對方重開；清潔費也請一起列入。" },
			{
				do: "mend",
				after: 66,
				lines: [
					{ summary: "場地租金（全日）", amount: 15_000 },
					{ summary: "音響與投影設備", amount: 2_600 },
					{ summary: "場地清潔費", amount: 1_000 },
				],
			},
			{ do: "approve", after: 90 },
		],
	},
	{
		by: "applicant",
		days: 2,
		kind: "reimbursement",
		title: "代墊寄送通知郵資",
		purpose: "寄送會員大會通知 212 封。",
		code: "5250",
		files: ["郵局購票證明.jpg"],
		lines: [{ summary: "平信郵資 212 封", amount: 1_696 }],
		steps: [submit],
	},
	{
		by: "admin",
		days: 6,
		kind: "vendor",
		title: "官網主機年費",
		payee: { name: "雲杉資訊有限公司", bank: "漣漪銀行 青石分行", account: "012-778-001122" },
		code: "5810",
		files: ["報價單.jpg"],
		lines: [{ summary: "主機與網域一年", amount: 9_600 }],
		steps: [submit, cashier, { do: "approve", after: 45, comment: "與去年同價。" }],
	},
	{
		by: "applicant",
		days: 8,
		kind: "vendor",
		title: "衛教講座講師費",
		purpose: "遺傳諮詢講座兩小時，含交通。",
		payee: { name: "沈柏宇", bank: "青石銀行 中山分行", account: "808-555-990011" },
		tax: 800,
		code: "5320",
		files: ["領據.jpg"],
		lines: [
			{ summary: "講師費 2 小時", amount: 8_000 },
			{ summary: "高鐵來回", amount: 2_980 },
		],
		steps: [submit, cashier, accountant, chair],
	},
	{
		by: "applicant",
		days: 14,
		kind: "reimbursement",
		title: "代墊志工餐費",
		payBy: "cash",
		code: "5320",
		none: "市場攤販無法開立收據，附志工簽到單影本於紙本。",
		lines: [{ summary: "志工便當 18 份", amount: 1_800 }],
		steps: [submit, cashier, accountant, chair, pay],
	},
	{
		by: "applicant",
		days: 5,
		kind: "vendor",
		title: "義賣會桌椅租借",
		payee: VENUE,
		code: "5320",
		files: ["估價單.jpg"],
		lines: [{ summary: "桌椅 30 組", amount: 4_500 }],
		steps: [submit, { do: "return", after: 30, comment: "附的是估價單，請改附發票。" }],
	},
	{
		by: "applicant",
		days: 30,
		kind: "vendor",
		title: "購置空氣清淨機",
		payee: { name: "晴空家電行", bank: "漣漪銀行 青石分行", account: "012-900-118822" },
		code: "5410",
		files: ["報價單.jpg"],
		lines: [{ summary: "空氣清淨機 2 台", amount: 23_800 }],
		steps: [submit, cashier, { do: "reject", after: 50, comment: "本年度沒有編列設備預算，請提下年度預算。" }],
	},
	{
		by: "admin",
		days: 26,
		kind: "vendor",
		title: "年度通訊錄印刷",
		payee: PRINTER,
		code: "5220",
		files: ["報價單.jpg"],
		lines: [{ summary: "通訊錄 300 本", amount: 7_200 }],
		steps: [submit, { do: "withdraw", after: 20 }],
	},
	{
		by: "applicant",
		days: 35,
		kind: "vendor",
		title: "志工背心製作",
		payee: { name: "織光服飾社", bank: "青石銀行 中山分行", account: "808-300-776655" },
		code: "5320",
		files: ["報價單.jpg"],
		lines: [{ summary: "背心 40 件", amount: 10_000 }],
		steps: [submit, cashier, accountant, chair, { do: "void", after: 90, comment: "廠商無法如期交貨，改找其他廠商。" }],
	},
	{
		by: "applicant",
		days: 0,
		kind: "petty_cash",
		title: "11 月零用金撥補",
		code: "5210",
		files: [],
		lines: [
			{ summary: "文具", amount: 860 },
			{ summary: "計程車資", amount: 430 },
		],
		steps: [],
	},
];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REVIEWER: Record<string, Role> = {
	pending_cashier: "cashier",
	pending_accountant: "accountant",
	pending_chair: "chair",
};

type World = { env: Store; db: Db; at: number; picture: Uint8Array; users: Map<Role, number> };

/** Makes them where there is no document yet; returns how many. `at` is UTC milliseconds; the people come first. */
export async function seedDemoFinance(
	env: Store,
	db: Db,
	{ at, picture }: { at: number; picture: Uint8Array },
): Promise<number> {
	const [[there], people] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM finance_documents LIMIT 1"),
		select<{ id: number; role: Role }>(
			`SELECT id, substr(email, 1, instr(email, '@') - 1) AS role FROM users WHERE status = 'active'
				AND email IN ('applicant@example.org', 'admin@example.org', 'cashier@example.org', 'accountant@example.org', 'chair@example.org')`,
		),
	);
	if (there || people.length < 5) return 0;
	const world = { env, db, at, picture, users: new Map(people.map(({ id, role }) => [role, id])) };
	const inOrder = DOCUMENTS.toSorted((a, b) => b.days - a.days);
	for (const [nth, one] of inOrder.entries()) await make(world, one, nth);
	return DOCUMENTS.length;
}

const userOf = ({ users }: World, role: Role): number => users.get(role) ?? 0;

type Now = { id: number; version: number; state: string };
const read = async ({ db }: World, id: number): Promise<Now> => {
	const [[row]] = await readRows(
		db.$client,
		select<Now>("SELECT id, version, state FROM finance_documents WHERE id = ?", id),
	);
	return row ?? { id, version: 0, state: "" };
};

async function make(world: World, one: DemoDocument, nth: number): Promise<void> {
	const { env, db, at, picture } = world;
	const begun = Math.min(at - one.days * DAY_MS, at - HOUR_MS);
	const applicant = userOf(world, one.by);
	const input = await inputOf(world, one);
	const uploads = (one.files ?? []).map((filename) => ({ filename, declaredType: "image/jpeg", bytes: picture }));
	const by = byUser(applicant, null, begun);
	const id = await createDocument(env, db, {
		input,
		uploads,
		key: `demo-finance-${nth}`,
		by: { ...by, userId: applicant },
	});
	for (const step of one.steps)
		await take(world, { id, one, input, step, at: Math.min(begun + step.after * HOUR_MS, at) });
}

async function inputOf({ db, users, at }: World, one: DemoDocument): Promise<FinanceInput> {
	const isVendor = one.payee !== undefined;
	const [[advance]] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM finance_documents WHERE kind = 'advance' AND title = ?", one.of ?? ""),
	);
	return {
		kind: one.kind,
		title: one.title,
		purpose: one.purpose ?? "",
		payeeName: one.payee?.name ?? "",
		payeeTaxId: one.payee?.taxId ?? null,
		payeeUserId: isVendor || advance ? null : (users.get(one.by) ?? null),
		payeeMemberId: null,
		payBy: one.payBy ?? "transfer",
		payeeBank: one.payee?.bank ?? "",
		payeeAccount: one.payee?.account ?? "",
		wantedOn: one.wanted === undefined ? null : dateInTaipei(at + one.wanted * DAY_MS),
		projectId: null,
		incomeTax: one.tax ?? 0,
		nhi: 0,
		noAttachmentReason: one.none ?? null,
		advanceId: advance?.id ?? null,
		refundOf: null,
		paymentId: null,
		bankLineId: null,
		lines: one.lines,
	};
}

type Taking = { id: number; one: DemoDocument; input: FinanceInput; step: DemoStep; at: number };

async function take(world: World, { id, one, input, step, at }: Taking): Promise<void> {
	const { env, db } = world;
	const now = await read(world, id);
	const ref = { id, version: now.version };
	const as = (role: Role) => {
		const userId = userOf(world, role);
		return { ref, by: { ...byUser(userId, null, at), userId }, reviewers: reviewersOf(userId) };
	};
	const reviewer = REVIEWER[now.state] ?? "cashier";
	switch (step.do) {
		case "submit":
			return submitDocument(db, as(one.by));
		case "approve":
			return approveDocument(db, {
				...as(reviewer),
				comment: step.comment ?? null,
				accounts: await accountsOf(world, id, one),
			});
		case "return":
			return returnDocument(db, { ...as(reviewer), comment: step.comment });
		case "reject":
			return rejectDocument(db, { ...as(reviewer), comment: step.comment });
		case "void":
			return voidDocument(db, { ...as("accountant"), comment: step.comment });
		case "withdraw":
			return withdrawDocument(db, as(one.by));
		case "mend":
			await editDocument(env, db, { ...as(one.by), input: { ...input, lines: step.lines } });
			return submitDocument(db, { ...as(one.by), ref: { id, version: (await read(world, id)).version } });
		case "pay":
			return payDocument(db, {
				...as("cashier"),
				paidOn: dateInTaipei(at),
				paidFrom: await accountOf(world, PAID_FROM[input.payBy]),
				reference: null,
			});
		case "post":
			return postDocument(db, as("accountant"));
	}
}

const PAID_FROM: Record<FinanceInput["payBy"], string> = {
	transfer: "1130-01",
	cheque: "1130-01",
	cash: "1110",
};

/** Everybody is asked for their own part alone. */
const reviewersOf = (userId: number): FinanceReviewers => {
	const own = { userId, standsFor: [null] };
	return {
		"finance.review.cashier": own,
		"finance.review.accountant": own,
		"finance.review.chair": own,
		"finance.pay": own,
		"ledger.post": own,
	};
};

/** An account; of a bank that is not there yet the one above it. */
async function accountOf({ db }: World, code: string): Promise<number> {
	const [[row]] = await readRows(
		db.$client,
		select<{ id: number }>(
			"SELECT id FROM accounts WHERE code IN (?1, substr(?1, 1, 4)) ORDER BY length(code) DESC LIMIT 1",
			code,
		),
	);
	return row?.id ?? 0;
}

async function accountsOf(world: World, id: number, { code, kind }: DemoDocument) {
	if (kind === "advance") return [];
	const [lines] = await readRows(
		world.db.$client,
		select<{ id: number }>("SELECT id FROM finance_lines WHERE document_id = ?", id),
	);
	const accountId = await accountOf(world, code);
	return lines.map((line) => ({ lineId: line.id, accountId, budgetItemId: null }));
}
