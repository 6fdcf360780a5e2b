/** Money leaves 基金專戶 (1310) by a resolution of the 理事會 alone, whoever writes. */
import { beforeAll, expect, test } from "vitest";
import { reverseVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { payDocument } from "#domain/books/finance/payment-actions.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher, postDraft, reverseManual } from "#domain/books/vouchers/actions.ts";
import { FUND_WORDS, leavesFund, readResolution } from "#domain/books/vouchers/fund.ts";
import { byOperator } from "#kernel/by.ts";
import { accountId, as, bring, draft, fund, now, office, refOf } from "../../../support/finance.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, by, rows, TODAY } from "../../../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
beforeAll(async () => {
	people = await office();
	for (const code of ["1310-01", "1310-02"])
		await rows("INSERT INTO accounts (code, name, created_at, updated_at) VALUES (?, '基金專戶', 0, 0)", code);
	await fund();
});
type Side = [code: string, dr: number, cr: number];
const sides = (lines: Side[]) => lines.map(([code, dr, cr]) => (dr > 0 ? debit(code, dr, "") : credit(code, cr, "")));
const RESOLUTION = { no: "第 3 屆第 2 次理事會", on: TODAY };
type More = { resolution?: { no: string; on: string }; isDraft?: boolean };
const write = (lines: Side[], { resolution, isDraft = false }: More = {}) =>
	createVoucher(db, {
		input: { date: TODAY, description: "手開", turnsNextYear: false, lines: sides(lines), resolution },
		poster: isDraft ? undefined : { userId: people.accountant.id, standsFor: [null] },
		key: crypto.randomUUID(),
		by: by(people.accountant),
	});
const said = (lines: Side[], more?: More) => write(lines, more).then(() => "done", codeOf);
const OUT: Side[] = [
	["5310", 900, 0],
	["1310-01", 0, 900],
];

test.each<[string, Side[], boolean]>([
	["a payment", OUT, true],
	[
		"a transfer to another bank account",
		[
			["1130", 5, 0],
			["1310", 0, 5],
		],
		true,
	],
	[
		"interest",
		[
			["1310-01", 12, 0],
			["4410", 0, 12],
		],
		false,
	],
	[
		"a renewal of a 定存",
		[
			["1310-02", 1_000, 0],
			["1310-01", 0, 1_000],
		],
		false,
	],
	[
		"a renewal of less than what ended",
		[
			["1310-02", 900, 0],
			["1130", 100, 0],
			["1310-01", 0, 1_000],
		],
		true,
	],
	[
		"a renewal with its interest",
		[
			["1310-02", 1_010, 0],
			["1310-01", 0, 1_000],
			["4410", 0, 10],
		],
		false,
	],
	[
		"accounts that only begin alike",
		[
			["5310", 9, 0],
			["13100", 0, 9],
		],
		false,
	],
])("what leaves the fund: %s", (_, lines, leaves) => expect(leavesFund(sides(lines))).toBe(leaves));

test.each([
	["", "", false, {}],
	["", "", true, { resolution_no: [FUND_WORDS] }],
	["", "115/3/1", true, { resolution_no: ["請填寫決議的會次或文號。"] }],
	["第 2 次", "", true, { resolution_on: ["請填寫決議的日期。"] }],
	["第 2 次", "昨天", true, { resolution_on: [expect.stringContaining("不是正確的日期")] }],
	["第 2 次", "115/3/6", true, { resolution_on: ["決議的日期不能晚於傳票的日期。"] }],
	["第 2 次", "115/3/5", true, {}],
])("a form's resolution %j of %j", (resolution_no, resolution_on, isNeeded, errors) => {
	const read = readResolution({ resolution_no, resolution_on }, { day: "2026-03-05", isNeeded });
	expect(read.errors).toEqual(errors);
	expect(read.resolution !== undefined).toBe(resolution_no !== "" && Object.keys(errors).length === 0);
});

test("a voucher by hand is posted with a resolution of that day or before, and kept as a draft without", async () => {
	expect(await said(OUT)).toBe("voucher.fund_resolution");
	expect(await said(OUT, { resolution: { ...RESOLUTION, on: "2026-12-31" } })).toBe("voucher.fund_resolution");
	const id = await write(OUT, { isDraft: true });
	const ref = { id, version: 1 };
	const poster = { userId: people.accountant.id, standsFor: [null] };
	expect(await postDraft(db, { ref, poster, by: by(people.accountant) }).then(() => "done", codeOf)).toBe(
		"voucher.fund_resolution",
	);
	const kept = await write(OUT, { resolution: RESOLUTION });
	expect(await rows("SELECT resolution_no, resolution_on, state FROM vouchers WHERE id = ?", kept)).toEqual([
		{ resolution_no: RESOLUTION.no, resolution_on: TODAY, state: "posted" },
	]);
	expect(
		await rows(
			"SELECT changes ->> '$.resolution_no' AS no FROM audit_log WHERE action = 'voucher.create' AND auditable_id = ?",
			String(kept),
		),
	).toEqual([{ no: RESOLUTION.no }]);
});

test("its reversal, interest and a renewal need none", async () => {
	const id = await write(OUT, { resolution: RESOLUTION });
	const [{ version = 0 } = {}] = await rows<{ version: number }>("SELECT version FROM vouchers WHERE id = ?", id);
	const poster = { userId: people.accountant.id, standsFor: [null] };
	const of = { ref: { id, version }, date: TODAY, reason: "打錯", poster, by: by(people.accountant) };
	expect(await reverseManual(db, of).then(() => "done", codeOf)).toBe("done");
	const interest: Side[] = [
		["1310-01", 12, 0],
		["4410", 0, 12],
	];
	const paid = await write(interest);
	await commit(db, reverseVoucher({ voucherId: paid }, { date: TODAY, description: "沖銷", by: byOperator(AT) }));
	expect(
		await said([
			["1310-02", 1_000, 0],
			["1310-01", 0, 1_000],
		]),
	).toBe("done");
});

test("SQL by hand is refused alike, and half a resolution too", async () => {
	const id = await write(OUT, { isDraft: true });
	const post = `UPDATE vouchers SET state = 'posted', kind = 'expense', roc_year = 115, posted_at = 1,
		seq = 1 + coalesce((SELECT last_no FROM number_series WHERE series = 'voucher:expense' AND roc_year = 115), 0) WHERE id = ?`;
	await expect(rows(post, id)).rejects.toThrow("voucher.fund_resolution");
	for (const set of [
		"resolution_no = 'x'",
		"resolution_on = '2026-01-01'",
		"resolution_no = '', resolution_on = '2026-01-01'",
		"resolution_no = 'x', resolution_on = 'soon'",
	])
		await expect(rows(`UPDATE vouchers SET ${set} WHERE id = ?`, id), set).rejects.toThrow("CHECK");
	await rows("UPDATE vouchers SET resolution_no = 'x', resolution_on = '2026-01-01' WHERE id = ?", id);
	await rows(post, id);
	await expect(rows("UPDATE vouchers SET resolution_no = 'y' WHERE id = ?", id)).rejects.toThrow("voucher.is_posted");
});

test("what the program posts by itself takes nothing out of it", async () => {
	const out = rows(
		"INSERT INTO vouchers (date, description, source, source_id, source_seq, created_at, updated_at) VALUES (?, '手續費', 'bank_line', 77, 1, 1, 1) RETURNING id",
		TODAY,
	);
	const [{ id = 0 } = {}] = (await out) as { id: number }[];
	await rows(
		"INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit) VALUES (?1, 1, ?2, 30, 0), (?1, 2, ?3, 0, 30)",
		id,
		await accountId("5810"),
		await accountId("1310-01"),
	);
	await expect(
		rows(
			`UPDATE vouchers SET state = 'posted', kind = 'expense', roc_year = 115, posted_at = 1,
				seq = 1 + coalesce((SELECT last_no FROM number_series WHERE series = 'voucher:expense' AND roc_year = 115), 0) WHERE id = ?`,
			id,
		),
	).rejects.toThrow("voucher.from_fund");
	await rows("DELETE FROM vouchers WHERE id = ?", id);
	const request = await bring(await draft(people.applicant), people, "chair");
	const pay = async (code: string) =>
		payDocument(db, {
			ref: await refOf(request),
			paidOn: TODAY,
			paidFrom: await accountId(code),
			reference: null,
			...as(people.cashier),
		}).then(() => "done", codeOf);
	expect([await pay("1310-01"), (await now(request)).state, await pay("1130")]).toEqual([
		"voucher.from_fund",
		"approved",
		"done",
	]);
});
