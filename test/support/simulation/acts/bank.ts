/** Statements of the bank, and what their lines are. */
import { matchingSelects } from "#db/money/bank-booked.ts";
import { bankStatement } from "#db/money/bank-statements.ts";
import { readRows } from "#db/read.ts";
import { matchLine, verifyExact } from "#domain/money/bank/actions.ts";
import type { MatchForm } from "#domain/money/bank/form.ts";
import * as lines from "#domain/money/bank/line-actions.ts";
import type { PartKind } from "#domain/money/bank/parts.ts";
import { createStatement, statementDrafts } from "#domain/money/bank-statements/actions.ts";
import { csvRow } from "#kernel/csv.ts";
import { act, onRow, type Pressing, type Ref, type Seeing } from "../seen.ts";

type Moved = { kind: PartKind; id: number; amount: number; day: string; account_id: number };
/** What moved on an account and no line shows yet, wholly or in part. */
const MOVED = `SELECT m.kind, m.record_id AS id, m.day, coalesce(m.account_id, b.id) AS account_id, m.amount - coalesce((SELECT sum(x.amount)
		FROM bank_line_parts x WHERE x.kind = m.kind AND x.record_id = m.record_id), 0) AS amount
	FROM bank_movements m JOIN bank_accounts b ON b.id = m.account_id OR (m.account_id IS NULL AND b.kind = m.account_kind)
	WHERE m.of_line IS NULL AND b.id = ?1 ORDER BY m.day DESC, m.kind, m.record_id LIMIT 20`;
const HEADER = ["交易日期", "摘要", "支出金額", "存入金額", "備註"];

type Told = [day: string, memo: string, amount: number];
/** How the bank shows a movement: not yet, with the next one in a sum, half of it, or as it is. */
function shown(oneIn: Seeing["oneIn"], one: Moved, next: Moved | undefined): Told[] {
	if (one.kind === "deposit") return [[one.day, "現金存入", one.amount]];
	if (oneIn(5)) return [];
	if (next && next.amount * one.amount > 0 && oneIn(4)) return [[one.day, "合併", one.amount + next.amount]];
	if (Math.abs(one.amount) > 100 && oneIn(5)) return [[one.day, "部分", Math.trunc(one.amount / 2)]];
	return [[one.day, "轉帳", one.amount]];
}

/** A file of the bank: what it shows of the books, some of it together or in part, and what only the bank knows. */
async function file({ rows, pick, oneIn, upTo, today, ago }: Seeing, accountId: number): Promise<Uint8Array> {
	const moved = (await rows<Moved>(MOVED, accountId)).filter(({ amount }) => amount !== 0);
	const told = moved.slice(0, 8).flatMap((one, nth) => shown(oneIn, one, moved[nth + 1]));
	if (oneIn(2)) told.push([today, "手續費", -15]);
	if (oneIn(3)) told.push([today, "利息", upTo(90) + 1]);
	if (oneIn(2)) told.push([ago(3), "轉入", pick([500, 1_000, 1_000, 1_234]) ?? 1]);
	if (oneIn(4)) told.push([ago(2), "轉出", -(upTo(900) + 100)]);
	const days = told.toSorted(([a], [b]) => (a < b ? -1 : 1)).filter(([day]) => day <= today);
	const cells = days.map(([day, memo, amount], nth) => [
		...[day, memo, amount < 0 ? String(-amount) : "", amount > 0 ? String(amount) : ""],
		`第 ${nth} 筆 ${upTo(9_999)}`,
	]);
	return new TextEncoder().encode([HEADER, ...cells].map(csvRow).join(""));
}

type Line = Ref & { left: number; bank_account_id: number };
const lineIn = (what: string): string =>
	`SELECT id, version, amount - explained AS left, bank_account_id FROM bank_lines WHERE ${what} ORDER BY booked_on, id LIMIT 8`;
const OPEN = lineIn("status IN ('unmatched', 'suggested')");
const OUT = lineIn("status IN ('unmatched', 'suggested') AND amount < 0");
const OWN = `id IN (SELECT source_id FROM vouchers v WHERE source = 'bank_line' AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id))`;

const onLine = (
	name: string,
	[weight, of]: readonly [number, string],
	press: (ref: Line, with_: Pressing) => Promise<unknown>,
) => onRow<Line>({ name, by: ["cashier", weight], of, press });

const DRAFTS = "SELECT id, version FROM bank_statements WHERE state = 'draft'";

export const BANK = [
	act("upload a statement", ["cashier", 6], async (seeing) => {
		const accountId = seeing.pick(seeing.setting.accounts)?.id ?? 0;
		const upload = { filename: "明細.csv", declaredType: "text/csv", bytes: await file(seeing, accountId) };
		return {
			about: [accountId, new TextDecoder().decode(upload.bytes)],
			press: ({ env, db, key, by }) => createStatement(env, db, { accountId, upload, key, by }),
		};
	}),
	onRow<Ref>({
		name: "import a statement",
		by: ["cashier", 11],
		of: DRAFTS,
		press: async ({ id, version }, { env, db, by }) => {
			const [[draft]] = await readRows(db.$client, bankStatement(id));
			if (!draft) return;
			const { fingerprint: seen } = await statementDrafts.plan(env, db, { draft, by });
			const answers = { skip_errors: true, accept_balance: true, accept_account: true };
			await statementDrafts.apply(env, db, { draft, version, seen, answers, by });
		},
	}),
	onRow<Ref>({
		name: "discard a statement",
		by: ["cashier", 1],
		of: DRAFTS,
		press: (ref, { env, db, by }) => statementDrafts.discard(env, db, { ...ref, by }),
	}),
	act("explain a line", ["cashier", 16], async ({ one, rows, upTo, oneIn }) => {
		const ref = await one<Line>(OPEN);
		if (!ref) return undefined;
		const moved = (await rows<Moved>(MOVED, ref.bank_account_id)).filter(({ amount }) => amount * ref.left > 0);
		const exact = moved.filter(({ amount }) => amount === ref.left);
		const from = exact.length > 0 && !oneIn(4) ? exact : moved;
		const at = upTo(Math.max(0, from.length - 1));
		const records = from.slice(at, at + (exact.length > 0 ? 1 : upTo(1) + 1)).map(({ kind, id }) => ({ kind, id }));
		const withFee = oneIn(8);
		return records.length === 0
			? undefined
			: { about: [ref, records], press: ({ db, by }) => lines.explainLine(db, { ref, records, withFee, by }) };
	}),
	onRow<{ part: number } & Ref>({
		name: "take a part back",
		by: ["cashier", 4],
		of: "SELECT x.id AS part, l.id, l.version FROM bank_line_parts x JOIN bank_lines l ON l.id = x.line_id WHERE x.is_tie = 1",
		press: ({ part, ...ref }, { db, by }) => lines.untieLine(db, { ref, part, by }),
	}),
	onLine("set a line apart", [1, OPEN], (ref, { db, by }) => lines.setLineApart(db, { ref, by })),
	onLine("ignore a line", [2, OPEN], (ref, { db, by }) => lines.ignoreLine(db, { ref, reason: "測試轉帳", by })),
	onLine("look at an ignored line", [5, lineIn("status = 'ignored'")], (ref, { db, by }) =>
		lines.unignoreLine(db, { ref, by }),
	),
	onLine("post a fee", [5, OUT], (ref, { db, by }) => lines.postFee(db, { ref, by })),
	act("post a transfer", ["cashier", 4], async ({ one, pick, setting }) => {
		const ref = await one<Line>(OPEN);
		const account = pick(setting.accounts)?.id ?? 0;
		return ref && { about: [ref, account], press: ({ db, by }) => lines.postTransfer(db, { ref, account, by }) };
	}),
	onLine("suspend a line", [4, OPEN], (ref, { db, by }) => lines.suspendLine(db, { ref, by })),
	onLine("take a line out of suspense", [4, lineIn(`${OWN} AND status <> 'matched'`)], (ref, { db, by }) =>
		lines.unsuspendLine(db, { ref, by }),
	),
	onLine("take a line's voucher back", [8, lineIn(OWN)], (ref, { db, by }) => lines.unpostLine(db, { ref, by })),
	act("match a line", ["cashier", 14], async (seeing) => {
		const [open, , waiting, , owed] = await readRows(seeing.db.$client, ...matchingSelects());
		const line = seeing.pick(open.filter(({ amount }) => amount > 0));
		if (!line) return undefined;
		const form = await matching(
			seeing,
			line.version,
			waiting.filter(({ amount }) => amount === line.amount - line.explained),
		);
		const all = { about: [line.id, form, owed.length] };
		return { ...all, press: ({ db, key, reviewer, by }) => matchLine(db, { line, form, reviewer, key, by }) };
	}),
	act("verify exact matches", ["cashier", 3], async () => ({
		about: "",
		press: ({ db, reviewer, by }) => verifyExact(db, { reviewer, most: 5, by }),
	})),
];

/** A payment that waits, dues of a member with what is over, or a gift of nobody. */
async function matching(seeing: Seeing, version: number, waiting: readonly Ref[]): Promise<MatchForm> {
	const { pick, oneIn } = seeing;
	const none: MatchForm = {
		version,
		received: false,
		items: [],
		payer_title: "",
		receipt_split: "one",
		rest: "credit",
	};
	const payment = pick(waiting);
	if (payment && !oneIn(4)) return { ...none, payment: { id: payment.id, version: payment.version } };
	const item = await seeing.one<{ id: number; member_id: number }>(
		"SELECT id, member_id FROM dues_items WHERE status IN ('open', 'partially_paid')",
	);
	const rest = pick(["credit", "donation", "leave"] as const) ?? "credit";
	return item && !oneIn(4) ? { ...none, payer: item.member_id, items: [item.id], rest } : none;
}
