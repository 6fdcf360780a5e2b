/** Whoever is paid by a payee's record neither approves their own money nor makes the record forget whose it is. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import { movePointers } from "#db/people/member-merge.ts";
import { readRows } from "#db/read.ts";
import { eraseMember, erasureOf } from "#db/shell/erasures.ts";
import { addAccount, editPayee } from "#domain/books/payees/actions.ts";
import type { PayeeInput } from "#domain/books/payees/form.ts";
import { paths } from "#http/paths.ts";
import { bring, draft, fund, office, type Staff, staff } from "../support/finance.ts";
import { member } from "../support/members.ts";
import { ACCOUNT, payeeInput, payeeNow, payeeRef, payee as sealedPayee } from "../support/payees.ts";
import { db } from "../support/payments.ts";
import { ask, signIn } from "../support/people.ts";
import { codeOf } from "../support/refusal.ts";
import { registerInput } from "../support/register-input.ts";
import { payee, register, share, withhold } from "../support/registers.ts";
import { AT, by, rows } from "../support/users.ts";

const OWN = "finance.own_document";
let people: Awaited<ReturnType<typeof office>>;
beforeAll(async () => {
	people = await office();
	await fund();
});

const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
async function named(): Promise<Staff & { name: string }> {
	const cashier = await staff("cashier");
	const [user] = await rows<{ name: string }>("SELECT name FROM users WHERE id = ?", cashier.id);
	return { ...cashier, name: user?.name ?? "" };
}
async function numbered(no: string, of: Parameters<typeof member>[0] = {}): Promise<number> {
	const { id } = await member({ name: "林淑芬", status: "active", ...of });
	await rows("UPDATE members SET member_no = ? WHERE id = ?", no, id);
	return id;
}
/** A register that was sent, with a share for each of these payees. */
async function sent(...payees: number[]): Promise<number> {
	const id = await register(people.applicant, registerInput(payees.map((one) => share(one))));
	return bring(id, people, "submitted");
}
const review = (id: number, cashier: Staff) => refusal(bring(id, { ...people, cashier }, "cashier"));
const edit = async (id: number, more: Partial<PayeeInput>, userId: number) =>
	refusal(
		editPayee(env, db, {
			ref: await payeeRef(id),
			input: payeeInput({ address: "x", nationalId: undefined, ...more }),
			isActive: true,
			by: by({ id: userId }),
		}),
	);
const erase = (memberId: number) =>
	commit(db, eraseMember({ member_id: memberId, member_created_at: 1, user_id: null, at: AT }, by({ id: 1 })));

test.each(["a new name", "a link to a stranger"])(
	"who is paid by their name is not freed by %s, whoever writes it",
	async (way) => {
		const cashier = await named();
		const own = await payee({ name: cashier.name });
		const id = await sent(await payee({ name: "無關的另一人" }), own);
		expect(await review(id, cashier)).toBe(OWN);
		const no = way === "a new name" ? "V0001" : "V0002";
		await numbered(no);
		const change = way === "a new name" ? { name: "某某人" } : { name: cashier.name, memberNo: no };
		expect(await edit(own, change, cashier.id)).toBe("payee.own");
		expect(await edit(own, change, people.accountant.id)).toBe("done");
		expect(await review(id, cashier)).toBe(OWN);
	},
);

test("nobody adds an account to the record that has their name, nor to that of their family's name", async () => {
	const cashier = await named();
	const parent = await member({ userId: cashier.id });
	await member({ name: "同住的小孩", guardianId: parent.id });
	for (const name of [cashier.name, "同住的小孩"]) {
		const own = await payee({ name });
		const adding = addAccount(env, db, { ref: await payeeRef(own), input: ACCOUNT, by: by({ id: cashier.id }) });
		expect([name, await refusal(adding)]).toEqual([name, "payee.own"]);
	}
});

test("what is recorded of a share's name stays as it was sent", async () => {
	const id = await sent(await payee({ name: "不改的名字" }));
	await expect(rows("UPDATE finance_shares SET payee_name_folded = '別人' WHERE document_id = ?", id)).rejects.toThrow(
		"finance.is_final",
	);
});

test.each(["a register", "one request"])(
	"%s to the account of a family member's record is theirs, under whatever name",
	async (way) => {
		const cashier = await staff("cashier");
		const parent = await member({ userId: cashier.id });
		const child = await member({ guardianId: parent.id });
		const account = way === "a register" ? "555-666" : "555-777";
		await payee({ name: "小孩的收款名", memberId: child.id, account });
		const bare = account.replace("-", "");
		const id =
			way === "a register"
				? await sent(await payee({ name: "別的名字", account: bare }))
				: await draft(people.applicant, { payeeName: "無關的名字", payeeTaxId: null, payeeAccount: bare });
		expect(await review(id, cashier)).toBe(OWN);
	},
);

test("a draft to a name tells an applicant neither the account nor the number of that person", async () => {
	const applicant = await signIn({ name: "只能申請的人", roles: ["applicant"] });
	await sealedPayee({ name: "保密講師", nationalId: "C123456784" }, { ...ACCOUNT, account: "321-654-987" });
	const found = async () =>
		(await ask(`${paths.admin.payees.found()}?q=${encodeURIComponent("保密講師")}`, { as: applicant })).text();
	const before = await found();
	await draft({ id: applicant.userId, held: [] }, { payeeName: "保密講師", payeeTaxId: null, payeeAccount: "" });
	expect([await found(), before.includes("保密講師")]).toEqual([before, false]);
});

test("the second record of merged members is erased with them, also after a further merge", async () => {
	const [first, second, third] = [await numbered("Y0001"), await numbered("Y0002"), await numbered("Y0003")];
	await sealedPayee({ name: "留下的", memberNo: "Y0001" });
	const record = await sealedPayee(
		{ name: "併入者本名", nationalId: "A123456789", phone: "0912000111", memberNo: "Y0002" },
		{ ...ACCOUNT, account: "909-909" },
	);
	await commit(db, movePointers({ kept: first, other: second }, by({ id: 1 })));
	await commit(db, movePointers({ kept: third, other: first }, by({ id: 1 })));
	await erase(third);
	const accounts = await rows("SELECT account FROM payee_accounts WHERE payee_id = ?", record);
	const left = JSON.stringify([await payeeNow(record), accounts]);
	expect(["併入者本名", "A12****789", "0912000111", "909-909"].filter((mark) => left.includes(mark))).toEqual([]);
});

test("after a merge the second record is still of the survivor's user: no step, no change, and a request of it blocks", async () => {
	const cashier = await staff("cashier");
	const kept = await member({ name: "會員甲名", userId: cashier.id });
	const other = await member({ name: "會員乙名" });
	await payee({ name: "甲的收款名", memberId: kept.id });
	const second = await payee({ name: "乙的收款名", memberId: other.id, account: "606-606" });
	const id = await sent(await payee({ name: "第三人" }), second);
	const single = await draft(people.applicant, { payeeName: "第四人", payeeTaxId: null, payeeAccount: "606606" });
	await commit(db, movePointers({ kept: kept.id, other: other.id }, by({ id: 1 })));
	expect([await review(id, cashier), await review(single, cashier)]).toEqual([OWN, OWN]);
	expect(await edit(second, { name: "改名" }, cashier.id)).toBe("payee.own");
	const blocks: unknown = JSON.parse((await readRows(env.DB, erasureOf(kept.id)))[0][0]?.blocks ?? "[]");
	expect(blocks).toContain("privacy.open_finance");
});

test("who was erased and comes back can be a payee again; what was paid to them keeps their number", async () => {
	const memberId = await numbered("Z9002", { name: "回來的人" });
	const who = { name: "回來的人", nationalId: "B123456780" };
	const paid = await sealedPayee({ ...who, memberNo: "Z9002" }, { ...ACCOUNT, account: "444-555" });
	const id = await sent(paid);
	await bring(id, people, "cashier");
	await withhold(id, people);
	await bring(id, people, "posted");
	await erase(memberId);
	expect(await refusal(sealedPayee(who))).toBe("done");
	const { national_id, national_id_mask } = await payeeNow(paid);
	expect([national_id === null, national_id_mask]).toEqual([false, "B12****780"]);
});
