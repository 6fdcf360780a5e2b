/** Payees who are members: their copy, their erasure, the merge of two records, and new keys. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import { movePointers } from "#db/people/member-merge.ts";
import { readRows } from "#db/read.ts";
import { eraseMember, erasureOf } from "#db/shell/erasures.ts";
import { copySelects } from "#db/shell/personal-copies.ts";
import { addExemption } from "#domain/books/payees/actions.ts";
import { makeCopy } from "#domain/shell/personal-copies/actions.ts";
import { bring, draft, fund, office } from "../../../support/finance.ts";
import { member } from "../../../support/members.ts";
import { ACCOUNT, payee, payeeNow, payeeRef } from "../../../support/payees.ts";
import { db } from "../../../support/payments.ts";
import { signIn } from "../../../support/people.ts";
import { AT, by, rows } from "../../../support/users.ts";

const MARKS = ["標記甲乙丙", "A123456789", "A12****789", "mark-er@example.org", "0913571913", "731-945"];
let people: Awaited<ReturnType<typeof office>>;
let clerk: { userId: number };

beforeAll(async () => {
	clerk = await signIn({ name: "登錄的人", roles: ["accountant"] });
	people = await office();
	await fund();
});

async function numbered(no: string): Promise<number> {
	const { id } = await member({ name: "林淑芬", status: "active" });
	await rows("UPDATE members SET member_no = ? WHERE id = ?", no, id);
	return id;
}
/** A member's record as a payee, of which every column says something. */
async function marked(memberNo: string, nationalId = "A123456789"): Promise<number> {
	const id = await payee(
		{
			name: "標記甲乙丙",
			nationalId,
			email: "mark-er@example.org",
			phone: "0913571913",
			address: "標記甲乙丙路 1 號",
			note: "標記甲乙丙的附記",
			memberNo,
		},
		{ ...ACCOUNT, account: "731-945", holder: "標記甲乙丙" },
	);
	const input = { kind: "class5", paper: "低收入戶證明", shownOn: "2026-01-05" } as const;
	await addExemption(db, { ref: await payeeRef(id), input, by: by({ id: 1 }) });
	return id;
}
const erase = (memberId: number) =>
	commit(db, eraseMember({ member_id: memberId, member_created_at: 1, user_id: null, at: AT }, by({ id: 1 })));
async function marksIn(id: number): Promise<string[]> {
	const text = JSON.stringify([
		await rows("SELECT * FROM payees WHERE id = ?", id),
		await rows("SELECT * FROM payee_accounts WHERE payee_id = ?", id),
		await rows("SELECT * FROM record_texts WHERE kind = 'payee' AND id = ?", id),
	]);
	return MARKS.filter((mark) => text.includes(mark));
}

test("of a payee who was never paid nothing stays", async () => {
	const memberId = await numbered("Q0001");
	const id = await marked("Q0001");
	expect((await marksIn(id)).length).toBeGreaterThan(4);
	await erase(memberId);
	expect(await marksIn(id)).toEqual([]);
	expect(await payeeNow(id)).toMatchObject({
		name: `已去識別化 ${id}`,
		national_id: null,
		person_key: null,
		is_active: 0,
	});
});

test("of who was paid the name, the number and the address stay; what is under way hinders", async () => {
	const memberId = await numbered("Q0002");
	const id = await marked("Q0002");
	const document = await draft(people.applicant, {
		payeeName: "標記甲乙丙",
		payeeTaxId: null,
		payeeAccount: "731-945",
	});
	const blocked = async () =>
		JSON.parse((await readRows(env.DB, erasureOf(memberId)))[0][0]?.blocks ?? "[]") as string[];
	expect(await blocked()).toContain("privacy.open_finance");
	await bring(document, people, "posted");
	expect(await blocked()).not.toContain("privacy.open_finance");
	await erase(memberId);
	expect(await payeeNow(id)).toMatchObject({
		name: "標記甲乙丙",
		national_id_mask: "A12****789",
		address: "標記甲乙丙路 1 號",
		...{ email: null, phone: null, note: "", person_key: null, is_active: 0, pseudonymised_at: AT },
	});
	expect(await rows("SELECT 1 FROM payee_accounts WHERE payee_id = ?", id)).toEqual([]);
	expect(await rows("SELECT payee_account FROM finance_documents WHERE id = ?", document)).toEqual([
		{ payee_account: "731-945" },
	]);
});

test("the member's copy holds the record, its accounts, its papers and what was paid, opened", async () => {
	const memberId = await numbered("Q0003");
	const id = await marked("Q0003", "B123456780");
	await draft(people.applicant, { payeeName: "標記甲乙丙", payeeTaxId: null, title: "講師費標記" });
	const found = await readRows(env.DB, ...copySelects(memberId).map(([, one]) => one));
	const sections = Object.fromEntries(copySelects(memberId).map(([code], at) => [code, found[at]]));
	expect(sections.payee_accounts).toMatchObject([{ account: "731-945", holder: "標記甲乙丙" }]);
	expect(sections.payee_exemptions).toMatchObject([{ paper: "低收入戶證明" }]);
	const pieces = await makeCopy(env, db, {
		memberId,
		asOwn: false,
		words: { action: (action) => action, links: {} as never, association: "協會" },
		by: { ...by({ id: clerk.userId }), userId: clerk.userId },
	});
	const text = pieces.map((piece) => new TextDecoder().decode(piece)).join("");
	for (const told of ["B123456780", "標記甲乙丙的附記", "731-945", "低收入戶證明"])
		expect([told, text.includes(told)]).toEqual([told, true]);
	expect((await payeeNow(id)).member_id).toBe(memberId);
});

test("a merge moves the record; where both have one, the survivor keeps theirs", async () => {
	const [kept, other, third] = [await numbered("Q0004"), await numbered("Q0005"), await numbered("Q0006")];
	const moved = await payee({ name: "併入的", memberNo: "Q0005" });
	await commit(db, movePointers({ kept, other }, by({ id: 1 })));
	expect((await payeeNow(moved)).member_id).toBe(kept);
	const second = await payee({ name: "第二位", memberNo: "Q0006" });
	await commit(db, movePointers({ kept, other: third }, by({ id: 1 })));
	expect([(await payeeNow(moved)).member_id, (await payeeNow(second)).member_id]).toEqual([kept, null]);
});
