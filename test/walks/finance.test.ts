/**
 * Hundreds of steps by chance over requests for money: every button pressed by people who may and people who may not, one of
 * whom holds two offices, on pages that are up to date and pages that are not. The program must answer as paper does, and
 * post what is posted once.
 */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { editDocument, submitDocument, withdrawDocument } from "#domain/books/finance/actions.ts";
import type { FinanceState } from "#domain/books/finance/labels.ts";
import {
	askUnpay,
	confirmUnpay,
	payDocument,
	postDocument,
	unpostDocument,
} from "#domain/books/finance/payment-actions.ts";
import { approveDocument, rejectDocument, returnDocument, voidDocument } from "#domain/books/finance/review-actions.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { Answers, type Chance, newSeed, one, pick, stepsOf, WALK_MS, walk, weighed } from "../support/chances.ts";
import { accountId, accounts, acting, as, draft, input, type Staff, staff } from "../support/finance.ts";
import { db } from "../support/payments.ts";
import { AT, rows } from "../support/users.ts";

const STEPS = stepsOf(100);
const LOOKS = 7;
const HOUR = 3_600_000;
const seed = newSeed();

const PENDING = ["pending_cashier", "pending_accountant", "pending_chair"] as const;
type Office = "cashier" | "accountant" | "chair";
const OFFICE: Partial<Record<FinanceState, Office>> = {
	pending_cashier: "cashier",
	pending_accountant: "accountant",
	pending_chair: "chair",
};
const NEXT: Partial<Record<FinanceState, FinanceState>> = {
	pending_cashier: "pending_accountant",
	pending_accountant: "pending_chair",
	pending_chair: "approved",
};
/** The steps of docs/workflows.md#expense-requests, once more: the button, where it stands, where it leads, whose it is. */
const PAPER = {
	send: { from: ["draft", "returned"], to: "pending_cashier", offices: "applicant" },
	approve: { from: PENDING, to: "next", offices: "its own" },
	return: { from: PENDING, to: "returned", offices: "its own" },
	reject: { from: PENDING, to: "rejected", offices: "its own" },
	withdraw: { from: [...PENDING, "returned"], to: "withdrawn", offices: "applicant" },
	void: { from: [...PENDING, "returned", "approved"], to: "voided", offices: ["accountant", "chair"] },
	pay: { from: ["approved"], to: "paid", offices: ["cashier"] },
	ask_unpay: { from: ["paid"], to: "paid", offices: ["cashier"] },
	unpay: { from: ["paid"], to: "approved", offices: ["cashier", "accountant", "chair"] },
	post: { from: ["paid"], to: "posted", offices: ["accountant"] },
	unpost: { from: ["posted"], to: "paid", offices: ["accountant"] },
	edit: { from: ["draft", "returned"], to: "same", offices: "applicant" },
} as const satisfies Record<
	string,
	{
		from: readonly FinanceState[];
		to: FinanceState | "next" | "same";
		offices: "applicant" | "its own" | readonly Office[];
	}
>;
type Button = keyof typeof PAPER;
const BUTTONS = Object.keys(PAPER) as Button[];

type Sheet = {
	id: number;
	version: number;
	state: FinanceState;
	revision: number;
	applicant: number;
	amount: number;
	/** Who approved what of this revision; who asked to take the payment back. */
	approvals: { office: Office; who: number }[];
	asked: number[];
	seq: number | null;
	postings: number;
};
const has = <T>(list: readonly T[], value: unknown): boolean => list.some((other) => other === value);

class Tray extends Answers {
	at = AT;
	people: Staff[] = [];
	readonly offices = new Map<number, readonly Office[]>();
	readonly sheets: Sheet[] = [];
	sent = 0;

	async make({ a }: Chance): Promise<void> {
		const applicant = one(this.people, a % 3);
		const id = await draft(applicant, { lines: [{ summary: "費用", amount: (a % 900) + 100 }] });
		const empty = { approvals: [], asked: [], seq: null, postings: 0, revision: 1 };
		this.sheets.push({ id, version: 1, state: "draft", applicant: applicant.id, amount: (a % 900) + 100, ...empty });
	}

	/** What paper says to somebody who presses a button. */
	says(sheet: Sheet, button: Button, who: number): string[] {
		const { from, offices } = PAPER[button];
		const held = this.offices.get(who) ?? [];
		if (button === "edit")
			return who !== sheet.applicant ? ["finance.not_yours"] : has(from, sheet.state) ? [] : ["finance.is_final"];
		if (!has(from, sheet.state)) return ["finance.wrong_state"];
		if (offices === "applicant") return who === sheet.applicant ? [] : ["finance.not_yours"];
		const fits = offices === "its own" ? [OFFICE[sheet.state]] : offices;
		if (!fits.some((office) => office !== undefined && held.includes(office))) return ["finance.not_your_step"];
		if (who === sheet.applicant) return ["finance.own_document"];
		return this.refusedAgain(sheet, button, who);
	}
	/** What somebody may not do because of what they did. */
	private refusedAgain(sheet: Sheet, button: Button, who: number): string[] {
		const before = sheet.approvals.filter((approval) => approval.who === who);
		if (button === "approve" && before.length > 0) return ["finance.approved_before"];
		if (button === "pay" && before.some(({ office }) => office !== "cashier")) return ["finance.approved_before"];
		if (button === "unpay" && !sheet.asked.some((asker) => asker !== who)) return ["finance.second_person"];
		return [];
	}

	apply(sheet: Sheet, button: Button, who: number): void {
		const { state } = sheet;
		const { to } = PAPER[button];
		sheet.version += 1;
		const office = OFFICE[state];
		if (button === "approve" && office) sheet.approvals.push({ office, who });
		if (button === "send") {
			if (state === "returned") sheet.revision += 1;
			sheet.approvals = [];
			if (sheet.seq === null) sheet.seq = this.sent += 1;
		}
		if (button === "ask_unpay") sheet.asked.push(who);
		if (button === "unpay") sheet.asked = [];
		if (button === "post") sheet.postings += 1;
		if (to !== "same") sheet.state = to === "next" ? (NEXT[state] ?? state) : to;
	}

	async press({ a, b, c }: Chance): Promise<void> {
		const open = this.sheets.filter(({ state }) => !has(["rejected", "withdrawn", "voided"], state));
		const sheet = pick(c % 12 === 0 ? this.sheets : open, a);
		if (!sheet) return;
		// What goes on is pressed more than what goes back or ends.
		const there = weighed(
			BUTTONS.filter((button) => has(PAPER[button].from, sheet.state)),
			{ edit: 2, reject: 2, return: 2, send: 6, approve: 14, pay: 9, post: 6, unpost: 2, ask_unpay: 2, unpay: 6 },
		);
		const button = c % 6 === 0 || there.length === 0 ? one(BUTTONS, b) : one(there, b);
		const able = this.people.filter(({ id }) => this.says(sheet, button, id).length === 0);
		const before = this.people.filter(({ id }) => sheet.approvals.some((approval) => approval.who === id));
		const others = before.length > 0 && c % 2 === 0 ? before : this.people;
		const who = b % 3 === 0 || able.length === 0 ? one(others, Math.floor(b / 3)) : one(able, c);
		const isStale = c % 17 === 0;
		const ref = { id: sheet.id, version: sheet.version - (isStale ? 1 : 0) };
		const says = isStale ? ["finance.moved"] : this.says(sheet, button, who.id);
		if (await this.expects(button, says, () => this.act(sheet, { button, ref, who })))
			this.apply(sheet, button, who.id);
	}

	private async act(
		sheet: Sheet,
		{ button, ref, who }: { button: Button; ref: { id: number; version: number }; who: Staff },
	) {
		const by = acting(who, this.at);
		const review = { ref, ...as(who, { at: this.at }) };
		const comment = "請見附註";
		switch (button) {
			case "send":
				return submitDocument(db, { ref, by });
			case "withdraw":
				return withdrawDocument(db, { ref, by });
			case "edit":
				return editDocument(env, db, { ref, input: input({ lines: [{ summary: "費用", amount: sheet.amount }] }), by });
			case "approve":
				return approveDocument(db, {
					...review,
					...(sheet.state === "pending_accountant" ? { accounts: await accounts(sheet.id) } : {}),
				});
			case "return":
				return returnDocument(db, { ...review, comment });
			case "reject":
				return rejectDocument(db, { ...review, comment });
			case "void":
				return voidDocument(db, { ...review, comment });
			case "pay":
				return payDocument(db, {
					...review,
					paidOn: dateInTaipei(this.at),
					paidFrom: await accountId("1130"),
					reference: null,
				});
			case "ask_unpay":
				return askUnpay(db, { ...review, comment });
			case "unpay":
				return confirmUnpay(db, review);
			case "post":
				return postDocument(db, review);
			case "unpost":
				return unpostDocument(db, { ...review, comment });
		}
	}

	async look(): Promise<void> {
		expect(
			await rows("SELECT id, version, state, revision, seq, applicant_id, gross FROM finance_documents ORDER BY id"),
		).toEqual(
			this.sheets.map(({ id, version, state, revision, seq, applicant, amount }) => ({
				id,
				version,
				state,
				revision,
				seq,
				applicant_id: applicant,
				gross: amount,
			})),
		);
		const [posted] = await rows(
			`SELECT coalesce(sum(iif(a.code = '5320', l.debit - l.credit, 0)), 0) AS spent, coalesce(sum(l.debit - l.credit), 0) AS uneven,
				count(DISTINCT iif(v.reverses_id IS NULL, v.id, NULL)) AS vouchers
			FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id JOIN accounts a ON a.id = l.account_id WHERE v.state = 'posted'`,
		);
		const standing = this.sheets.filter(({ state }) => state === "posted");
		expect(posted).toEqual({
			spent: standing.reduce((all, { amount }) => all + amount, 0),
			uneven: 0,
			vouchers: this.sheets.reduce((all, { postings }) => all + postings, 0),
		});
	}
}

const tray = new Tray();
beforeAll(async () => {
	const offices: Office[][] = [
		[],
		["cashier"],
		["cashier", "accountant"],
		["cashier", "accountant", "chair"],
		["accountant"],
		["chair"],
		["chair"],
	];
	for (const held of offices) {
		const who = await staff("applicant", ...held);
		tray.people.push(who);
		tray.offices.set(who.id, held);
	}
});

test(`${STEPS} steps leave the papers of paper (seed ${seed})`, { timeout: WALK_MS }, async () => {
	const refused = [
		"own_document",
		"approved_before",
		"second_person",
		"not_your_step",
		"not_yours",
		"moved",
		"wrong_state",
	];
	const lacks = () =>
		tray.missing(
			BUTTONS.map((button) => `${button}: done`),
			refused.map((code) => `finance.${code}`),
		);
	for (const [nth, chance] of walk(STEPS, seed, lacks)) {
		tray.at += HOUR;
		if (tray.sheets.length < 4 || chance.step % 14 === 0) await tray.make(chance);
		else await tray.press(chance);
		if ((nth + 1) % (STEPS / LOOKS) === 0) await tray.look();
	}
	await tray.look();
	expect(lacks()).toEqual([]);
});
