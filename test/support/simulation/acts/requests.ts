/** 支出申請, from the draft to its voucher, with all ways out. */
import * as requests from "#domain/books/finance/actions.ts";
import type { FinanceInput, ShareInput } from "#domain/books/finance/form.ts";
import type { RefundOf, Register } from "#domain/books/finance/labels.ts";
import * as paying from "#domain/books/finance/payment-actions.ts";
import { refundReason } from "#domain/books/finance/refunds.ts";
import * as reviewing from "#domain/books/finance/review-actions.ts";
import type { ShareDecision } from "#domain/books/finance/share-withholding.ts";
import { setRate } from "#domain/books/withholding/actions.ts";
import { readSettings, saveSettings } from "#domain/system/settings/actions.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { input } from "../../finance.ts";
import { registerInput } from "../../register-input.ts";
import { share } from "../../registers.ts";
import { act, onRow, type Pressing, type Ref, type Role, type Seeing } from "../seen.ts";

/** A register of fees or of salaries: by transfer, in cash, or some by each. */
function listed({ setting, oneIn, upTo }: Seeing): FinanceInput {
	const shares = setting.payees.map((id, at) =>
		share(id, {
			payeeName: `受款人 ${id}`,
			reason: at === 0 ? "講師費" : "交通費",
			gross: upTo(oneIn(3) ? 40_000 : 2_000) + 100,
			payBy: oneIn(2) ? "transfer" : "cash",
		}),
	);
	if (!oneIn(3)) return registerInput(shares);
	const employer = { labour: upTo(900), health: oneIn(2) ? upTo(500) : 0, pension: 0 };
	return registerInput(shares, { kind: "salary", ...(oneIn(4) ? {} : { employer }) });
}

/** A register that gives back some of what was paid too much, given or came from nobody known; sometimes the same twice. */
async function refunds({ one, setting, oneIn, upTo, pick }: Seeing): Promise<FinanceInput | undefined> {
	const shares: ShareInput[] = [];
	for (let many = 1 + upTo(2); many > 0; many--) {
		const found = await one<{ of: RefundOf; id: number; amount: number }>(
			`SELECT a.kind AS of, iif(a.kind = 'credit', a.member_id, p.id) AS id, a.amount FROM payments p
				JOIN payment_allocations a ON a.payment_id = p.id
			WHERE p.status = 'verified' AND a.kind IN ('credit', 'donation') AND a.member_id IS NOT NULL
			UNION ALL SELECT 'suspense', l.id, l.amount FROM bank_lines l JOIN bank_lines_suspended s ON s.line_id = l.id WHERE l.amount > 0`,
		);
		const payeeId = pick(setting.payees);
		if (!found || payeeId === undefined) return undefined;
		const { of, id, amount } = found;
		const gross = oneIn(4) ? Math.max(1, amount - upTo(amount)) : amount;
		const to = { payeeName: `受款人 ${payeeId}`, payBy: oneIn(3) ? "cash" : "transfer" } as const;
		shares.push(share(payeeId, { ...to, reason: refundReason(of), gross, refund: { of, id } }));
	}
	return registerInput(shares, { kind: "refunds" });
}

type Document = Ref & { kind: FinanceInput["kind"]; sent_at: number | null };
const inState = (states: string): string =>
	`SELECT d.id, d.version, d.kind, (SELECT min(at) FROM finance_events e WHERE e.document_id = d.id) AS sent_at FROM finance_documents d WHERE d.stage IN (${states}) ORDER BY d.id LIMIT 6`;

/** What somebody asks money for: of a refund or a settlement, what it is of. */
async function wanted(seeing: Seeing): Promise<FinanceInput> {
	const { one, pick, oneIn, upTo } = seeing;
	if (oneIn(3)) return listed(seeing);
	const many = oneIn(5) ? await refunds(seeing) : undefined;
	if (many) return many;
	const kind = pick([
		"vendor",
		"vendor",
		"reimbursement",
		"advance",
		"settlement",
		"petty_cash",
		"refund",
		"refund",
	] as const);
	const amount = upTo(3_000) + 100;
	const lines = [{ summary: "費用", amount }, ...(oneIn(3) ? [{ summary: "運費", amount: 80 }] : [])];
	if (kind === "settlement") {
		const advance = await one<{ id: number }>(
			"SELECT id FROM finance_documents WHERE kind = 'advance' AND state = 'posted'",
		);
		if (advance) return input({ kind, advanceId: advance.id, lines });
	}
	if (kind === "refund") {
		const gift = await one<{ id: number; member: number; amount: number; kind: "credit" | "donation" }>(
			`SELECT p.id, a.member_id AS member, a.amount, a.kind FROM payments p JOIN payment_allocations a ON a.payment_id = p.id
			WHERE p.status = 'verified' AND a.kind IN ('credit', 'donation') AND a.member_id IS NOT NULL`,
		);
		if (gift && !oneIn(4)) {
			const of = { refundOf: gift.kind, paymentId: gift.id, payeeMemberId: gift.member, payeeName: "會員" } as const;
			return input({ kind, ...of, lines: [{ summary: "退費", amount: gift.amount }] });
		}
		const line = await one<{ id: number; amount: number }>(
			"SELECT l.id, l.amount FROM bank_lines l JOIN bank_lines_suspended s ON s.line_id = l.id WHERE l.amount > 0",
		);
		if (line)
			return input({
				kind,
				refundOf: "suspense",
				bankLineId: line.id,
				lines: [{ summary: "退款", amount: line.amount }],
			});
	}
	const plain = kind === "settlement" || kind === "refund" || kind === undefined ? "vendor" : kind;
	return input({ kind: plain, lines, ...(plain === "vendor" && oneIn(3) ? { incomeTax: 10, nhi: 3 } : {}) });
}

const accountsFor = ({ rows }: Pick<Seeing, "rows">, { id, kind }: Document) =>
	rows<{ lineId: number; accountId: number; budgetItemId: null }>(
		`SELECT l.id AS lineId, a.id AS accountId, NULL AS budgetItemId FROM finance_lines l
		JOIN accounts a ON a.code = ?2 WHERE l.document_id = ?1 AND ?3 NOT IN ('advance', 'refund')`,
		id,
		kind === "petty_cash" ? "1120" : "5320",
		kind,
	);

/** What is withheld from the shares of a register: by the rules, or nothing. */
async function decisionsFor({ rows, oneIn }: Seeing, { id }: Document): Promise<ShareDecision[]> {
	const shares = await rows<{ id: number; register: Register }>(
		"SELECT s.id, d.register FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id WHERE d.id = ?",
		id,
	);
	const typed = oneIn(6) ? 0 : null;
	return shares.map(({ id: shareId, register }) =>
		register === "salary"
			? { shareId, category: "50", tax: 0, premium: null }
			: { shareId, category: "9B", tax: typed, premium: typed },
	);
}

const approval = (by: Role, [weight, state]: readonly [number, string]) =>
	act(`approve as ${by}`, [by, weight], async (seeing) => {
		const ref = await seeing.one<Document>(inState(`'${state}'`));
		const accounts = ref && state === "pending_accountant" ? await accountsFor(seeing, ref) : [];
		const decisions = ref && state === "pending_accountant" ? await decisionsFor(seeing, ref) : [];
		const resolution = seeing.oneIn(4) ? null : { no: "第 3 屆第 2 次理事會", on: seeing.today };
		const press =
			(document: Document) =>
			({ db, reviewers, by }: Pressing) =>
				reviewing.approveDocument(db, {
					ref: document,
					accounts,
					decisions,
					overBudget: true,
					resolution,
					reviewers,
					by,
				});
		return ref && { about: ref, press: press(ref) };
	});

const PENDING = inState("'pending_cashier', 'pending_accountant', 'pending_secretary', 'pending_chair'");
const comment = "金額不符，請說明";
/** A step that is pressed with a comment and needs nothing else. */
const step = (name: string, [by, weight, of]: readonly [Role, number, string], take: typeof reviewing.returnDocument) =>
	onRow<Document>({
		name,
		by: [by, weight],
		of,
		press: (ref, { db, reviewers, by }) => take(db, { ref, comment, reviewers, by }),
	});

export const REQUESTS = [
	act("ask for money", ["applicant", 9], async (seeing) => {
		const of = await wanted(seeing);
		return { about: of, press: ({ env, db, key, by }) => requests.createDocument(env, db, { input: of, key, by }) };
	}),
	act("change a request", ["applicant", 3], async (seeing) => {
		const ref = await seeing.one<Document>(inState("'draft', 'returned'"));
		const of = ref && {
			...(await wanted(seeing)),
			kind: "vendor" as const,
			advanceId: null,
			refundOf: null,
			paymentId: null,
			bankLineId: null,
		};
		return (
			ref &&
			of && { about: [ref, of], press: ({ env, db, by }) => requests.editDocument(env, db, { ref, input: of, by }) }
		);
	}),
	onRow<Document>({
		name: "send a request",
		by: ["applicant", 16],
		of: inState("'draft', 'returned'"),
		press: (ref, { db, by }) => requests.submitDocument(db, { ref, by }),
	}),
	onRow<Document>({
		name: "remove a draft",
		by: ["applicant", 1],
		of: inState("'draft'"),
		press: (ref, { env, db, by }) => requests.removeDraft(env, db, { ref, by }),
	}),
	onRow<Document>({
		name: "withdraw a request",
		by: ["applicant", 3],
		of: PENDING,
		press: (ref, { db, by }) => requests.withdrawDocument(db, { ref, by }),
	}),
	onRow<Document>({
		name: "comment on a request",
		by: ["cashier", 1],
		of: PENDING,
		press: (ref, { db, by }) => requests.commentDocument(db, { ref, comment, seesAll: true, by }),
	}),
	approval("cashier", [20, "pending_cashier"]),
	approval("accountant", [22, "pending_accountant"]),
	approval("director", [20, "pending_secretary"]),
	approval("chair", [24, "pending_chair"]),
	step("return a request", ["accountant", 2, inState("'pending_accountant'")], reviewing.returnDocument),
	step("return a request as the secretary", ["director", 4, inState("'pending_secretary'")], reviewing.returnDocument),
	act("change the chain", ["chair", 1], async ({ oneIn, upTo }) => {
		const chain = { secretary: oneIn(2), board_from: oneIn(2) ? 0 : upTo(3_000), bulk_below: 3_000 };
		return {
			about: chain,
			press: async ({ db, by }) => {
				const { version } = await readSettings(db, "approval");
				return saveSettings(db, "approval", { ...by, version, values: chain });
			},
		};
	}),
	step("reject a request", ["chair", 3, inState("'pending_chair'")], reviewing.rejectDocument),
	step("void a request", ["chair", 3, inState("'approved', 'pending_chair'")], reviewing.voidDocument),
	act("pay a request", ["cashier", 22], async ({ one, today }) => {
		const ref = await one<Document>(inState("'approved'"));
		const account = await one<{ id: number }>(
			`SELECT id FROM accounts WHERE substr(code, 1, 4) IN ('1110', '1130', '1140') AND is_active = 1 AND id NOT IN (SELECT account_id FROM cash_parents)`,
		);
		const cash = await one<{ id: number }>("SELECT id FROM accounts WHERE code IN ('1110', '1120')");
		const paidOn = ref?.sent_at && dateInTaipei(ref.sent_at) > today ? dateInTaipei(ref.sent_at) : today;
		return (
			ref && {
				about: [ref, account, cash],
				press: ({ db, reviewers, by }) => {
					const from = { paidFrom: account?.id ?? null, paidCashFrom: cash?.id ?? null };
					return paying.payDocument(db, { ref, paidOn, ...from, reference: null, reviewers, by });
				},
			}
		);
	}),
	step("return an approved register", ["cashier", 5, inState("'approved'")], reviewing.returnDocument),
	act("set a rate", ["accountant", 1], async ({ upTo }) => {
		const input = { kind: "premium_rate", from_on: "2025-01-01", value: 200 + upTo(20) } as const;
		return { about: input, press: ({ db, key, by }) => setRate(db, { input, key, by }) };
	}),
	step("ask for a payment back", ["cashier", 9, inState("'paid'")], paying.askUnpay),
	step(
		"confirm a payment back",
		[
			"accountant",
			30,
			"SELECT d.id, d.version, d.kind, NULL AS sent_at FROM finance_documents d WHERE d.state = 'paid' AND EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = d.id AND e.step = 'unpay_ask')",
		],
		paying.confirmUnpay,
	),
	onRow<Document>({
		name: "post a request",
		by: ["accountant", 12],
		of: inState("'paid'"),
		press: (ref, { db, reviewers, by }) => paying.postDocument(db, { ref, overBudget: true, reviewers, by }),
	}),
	step("take a posting back", ["accountant", 12, inState("'posted'")], paying.unpostDocument),
	act("remind of requests", ["cashier", 1], async () => ({
		about: "",
		press: ({ db, at }) => reviewing.remindOfWaiting(db, at),
	})),
];
