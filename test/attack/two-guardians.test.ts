/** Two parents of the same children: each acts and pays, nothing is paid twice, and neither sees anything of the other. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { atHome, byHousehold } from "#admin/people/members/print-people.ts";
import { commit } from "#db/commit.ts";
import { noticeSheets } from "#db/money/dues-notices.ts";
import { listedMembers } from "#db/people/member-exports.ts";
import { readRows } from "#db/read.ts";
import { itemValue } from "#domain/money/payments/own-form.ts";
import { guardianWrites, setGuardian } from "#domain/people/members/guardianship-actions.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { member, storedNow } from "../support/members.ts";
import { merge, openOffice, refusal, staff } from "../support/office.ts";
import { db, paymentNow, verify } from "../support/payments.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { ownFields } from "../support/profiles.ts";
import { random } from "../support/random.ts";
import { childOf, everythingOf, type Parent, parentOf } from "../support/two-parents.ts";
import { rows } from "../support/users.ts";

const { member: area, admin } = paths;
const NOW = Date.now();
const TODAY = dateInTaipei(NOW);
let cashier: Person;
beforeAll(async () => {
	await openOffice();
	cashier = await signIn({ name: "許雅雯", roles: ["cashier"] });
});
const sql = (text: string, ...params: unknown[]) =>
	env.DB.prepare(text)
		.bind(...params)
		.run();

/** Sends what a parent pays for these items, as the form does; returns the payment's id. */
async function pay(parent: Parent, items: readonly number[], words: { last5: string; title: string; remark: string }) {
	const form = {
		...{ method: "transfer", paid_on: TODAY, last5: words.last5, payer_title: words.title, remark: words.remark },
		...{ items: items.map((one) => itemValue(one, 1_000)), _key: crypto.randomUUID() },
	};
	const answer = await ask(area.payments.create(), { as: parent.as, form });
	return Number(answer.headers.get("Location")?.split("/").at(-1));
}

describe("two parents", () => {
	test("who pay for three children at once pay once, and nothing of the one stands on a page of the other", async () => {
		const [mother, father] = [await parentOf("母親"), await parentOf("父親")];
		const children = [];
		for (const birth of ["2012-05-06", "2014-05-06", "2016-05-06"]) children.push(await childOf(mother, father, birth));
		const items = children.map(({ item }) => item);
		const words = [
			{ last5: "81726", title: "媽媽的抬頭", remark: "媽媽寫的話" },
			{ last5: "90817", title: "爸爸的抬頭", remark: "爸爸寫的話" },
		] as const;
		const [hers, his] = await Promise.all([pay(mother, items, words[0]), pay(father, items, words[1])]);
		expect([hers > 0, his > 0, hers === his]).toEqual([true, true, false]);

		const before = [await everythingOf(mother.as), await everythingOf(father.as)];
		await verify(hers, cashier.userId, { at: NOW });
		expect(await refusal(verify(his, cashier.userId, { at: NOW }))).toBe("payment.not_owed");
		expect((await paymentNow(his)).status).toBe("submitted");
		expect(
			await rows(
				"SELECT paid_amount, amount FROM dues_items WHERE id IN (SELECT value FROM json_each(?))",
				JSON.stringify(items),
			),
		).toEqual(items.map(() => ({ paid_amount: 1_000, amount: 1_000 })));

		const after = [await everythingOf(mother.as), await everythingOf(father.as)];
		const hersAlone = [...mother.secrets, ...Object.values(words[0]), area.payments.show(hers)];
		const hisAlone = [...father.secrets, ...Object.values(words[1]), area.payments.show(his)];
		const receipts = await rows<{ id: number; number: string }>(
			"SELECT id, number FROM receipts WHERE payment_id = ?",
			hers,
		);
		expect(receipts.length).toBeGreaterThan(0);
		for (const [, { text, paths: reached }] of [before, after].flat().entries())
			for (const { id } of children)
				expect([id, reached.includes(area.dependent.show(id)), text.length > 0]).toEqual([id, true, true]);
		for (const { text } of [before[0], after[0]].flatMap((one) => one ?? []))
			expect(hisAlone.filter((secret) => text.includes(secret))).toEqual([]);
		for (const { text } of [before[1], after[1]].flatMap((one) => one ?? []))
			expect([...hersAlone, ...receipts.map(({ number }) => number)].filter((secret) => text.includes(secret))).toEqual(
				[],
			);
		// What is theirs stands on their own pages: the pages would show it.
		expect(after[0]?.text.includes("媽媽的抬頭")).toBe(true);
		expect(after[1]?.text.includes("爸爸的抬頭")).toBe(true);

		for (const path of [area.payments.show(hers), area.payments.proof(hers), area.receipt.show(receipts[0]?.id ?? 0)])
			expect([path, (await ask(path, { as: father.as })).status]).toEqual([path, 404]);
	});

	test("take a copy of the child's data each, without a word of the other", async () => {
		const [mother, father] = [await parentOf("母親"), await parentOf("父親")];
		const child = await childOf(mother, father);
		await pay(mother, [child.item], { last5: "45678", title: "抬頭不給看", remark: "備註不給看" });
		for (const [one, other] of [
			[father, mother],
			[mother, father],
		] as const) {
			const answer = await ask(area.privacy.copy(child.id), { as: one.as, form: {} });
			const text = new TextDecoder().decode(await answer.arrayBuffer());
			expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
			const secrets = [...other.secrets, ...(one === father ? ["45678", "抬頭不給看", "備註不給看"] : [])];
			expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
		}
	});

	test("change the child's record without emptying what they do not see", async () => {
		const [mother, father] = [await parentOf("母親"), await parentOf("父親")];
		const { id } = await childOf(mother, father);
		const { version, phone, address, emergency_name } = await storedNow(id);
		const form = { ...ownFields({ line_id: "child-line" }), version: String(version), base: "" };
		expect((await ask(area.dependent.edit(id), { as: father.as, form })).status).toBe(303);
		expect(await storedNow(id)).toMatchObject({
			phone,
			address,
			emergency_name,
			line_id: "child-line",
		});
	});
});

const PAPER = { authority: null, paper: "113 年度監宣字第 12 號", paper_on: "2024-05-20", has_custody: false } as const;
const acts = async (id: number) =>
	(
		await rows<{ guardian_id: number; acts: number }>(
			"SELECT guardian_id, acts FROM acting_guardians WHERE member_id = ?",
			id,
		)
	).map(({ guardian_id, acts: does }) => [guardian_id, does]);
const twoPress = async (id: number, guardianId: number | null, more: object = {}) =>
	commit(db, await guardianWrites(env, db, { ref: await storedNow(id), guardianId, by: staff(), ...more }));

describe("as what a guardian stands", () => {
	test("who is ordered goes on after 18; an assistant is nobody until the member agrees", async () => {
		const [parent, other, user] = [await parentOf("母親"), await parentOf("輔助"), await signIn({ roles: ["member"] })];
		const { id } = await member({ name: "成年人", birth_date: "1990-01-01", status: "active", userId: user.userId });
		await twoPress(id, parent.id);
		expect(await acts(id)).toEqual([[parent.id, 0]]);
		await twoPress(id, parent.id, { as: { role: "ordered", ...PAPER } });
		expect(await acts(id)).toEqual([[parent.id, 1]]);
		await twoPress(id, other.id, { slot: "second", as: { role: "assistant", ...PAPER } });
		expect(await acts(id)).toEqual([[parent.id, 1]]);
		for (const path of [area.dependent.show(id), area.dependent.edit(id), area.privacy.show(id)])
			expect([path, (await ask(path, { as: other.as })).status]).toEqual([path, 404]);
		expect((await everythingOf(other.as)).text).not.toContain("成年人");
		expect((await ask(area.guardianAccess(), { as: user, form: { given: "1" } })).status).toBe(303);
		expect(await acts(id)).toEqual([
			[parent.id, 1],
			[other.id, 1],
		]);
		expect((await ask(area.dependent.show(id), { as: other.as })).status).toBe(200);
	});

	test("is by paper, and takes a second person", async () => {
		const [parent, clerk] = [await parentOf("母親"), await signIn({ roles: ["secretary"] })];
		const { id } = await member({ name: "成年人", birth_date: "1990-01-01", status: "active" });
		await twoPress(id, parent.id);
		const { version } = await storedNow(id);
		const form = { guardian: String(parent.id), q: "", slot: "first", role: "ordered", version: String(version) };
		const without = await ask(admin.members.guardian(id), { as: clerk, form });
		expect([without.status, (await without.text()).includes("請填寫文件的案號")]).toEqual([422, true]);
		const given = { ...form, paper: PAPER.paper, paper_on: "113/5/20" };
		expect((await ask(admin.members.guardian(id), { as: clerk, form: given })).status).toBe(303);
		expect(await acts(id)).toEqual([[parent.id, 0]]);
		const [waiting] = await rows<{ asked: string }>(
			"SELECT asked FROM confirmations WHERE member_id = ? AND state = 'waiting'",
			id,
		);
		expect(JSON.parse(waiting?.asked ?? "{}")).toMatchObject({
			slot: "first",
			as: { role: "ordered", paper_on: "2024-05-20" },
		});
		await expect(sql("UPDATE guardianships SET role = 'ordered' WHERE member_id = ?", id)).rejects.toThrow(
			"guardian_paper",
		);
	});

	test("alone has nobody beside them, whoever writes", async () => {
		const [mother, father, grandma] = [await parentOf("母親"), await parentOf("父親"), await parentOf("祖母")];
		const { id } = await childOf(mother, father);
		const sole = { role: "parent", ...PAPER, authority: "sole" } as const;
		expect(await refusal(twoPress(id, mother.id, { as: sole }))).toBe("member.guardian_alone");
		await twoPress(id, null, { slot: "second" });
		await twoPress(id, mother.id, { as: sole });
		expect(await refusal(twoPress(id, grandma.id, { slot: "second" }))).toBe("member.guardian_alone");
		await expect(sql("UPDATE members SET second_guardian_id = ? WHERE id = ?", father.id, id)).rejects.toThrow(
			"guardian_alone",
		);
		// Only the paper changes: one person.
		expect(
			await setGuardian(env, db, {
				ref: await storedNow(id),
				guardianId: mother.id,
				as: { ...sole, has_custody: true },
				by: staff(),
			}),
		).toBe("done");
	});

	test("stays by a merge, of the member's records and of the guardian's", async () => {
		const [guardian, twin] = [await parentOf("監護"), await member({ name: "監護人的另一筆", status: "active" })];
		const [{ id }, other] = [
			await member({ name: "成年人", birth_date: "1990-01-01", status: "active" }),
			await member({ name: "成年人", birth_date: "1990-01-01", status: "active" }),
		];
		await twoPress(other.id, twin.id, { as: { role: "ordered", ...PAPER } });
		await merge(guardian.id, twin.id);
		expect(await acts(other.id)).toEqual([[guardian.id, 1]]);
		await merge(id, other.id);
		expect(await acts(id)).toEqual([[guardian.id, 1]]);
	});
});

test("whatever is written in whatever order, nobody has more than two guardians, nobody is one twice, and nothing is a circle", async () => {
	const { pick: oneOf } = random(20_261_130);
	const people: number[] = [];
	for (let nth = 0; nth < 7; nth++) people.push((await member({ name: `誰${nth}`, status: "active" })).id);
	const ways = [
		() => sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", oneOf([...people, null]), oneOf(people)),
		() => sql("UPDATE members SET second_guardian_id = ? WHERE id = ?", oneOf([...people, null]), oneOf(people)),
		() =>
			sql(
				"UPDATE members SET guardian_member_id = second_guardian_id, second_guardian_id = guardian_member_id WHERE id = ?",
				oneOf(people),
			),
		() => sql("INSERT INTO guardianships (member_id, guardian_id) VALUES (?, ?)", oneOf(people), oneOf(people)),
		() => sql("UPDATE guardianships SET until = ? WHERE member_id = ?", oneOf([1, null]), oneOf(people)),
		() => sql("DELETE FROM guardianships WHERE member_id = ?", oneOf(people)),
		async () => twoPress(oneOf(people), oneOf([...people, null]), { slot: oneOf(["first", "second"] as const) }),
	] as const;
	let done = 0;
	for (let turn = 0; turn < 250; turn++) {
		await oneOf<() => Promise<unknown>>(ways)().then(
			() => done++,
			() => undefined,
		);
		expect(
			await rows(`SELECT m.id FROM members m WHERE m.id IN (m.guardian_member_id, m.second_guardian_id)
				OR m.guardian_member_id = m.second_guardian_id OR m.second_guardian_id IS NOT NULL AND m.guardian_member_id IS NULL
				OR EXISTS (SELECT 1 FROM members g WHERE g.id IN (m.guardian_member_id, m.second_guardian_id) AND g.guardian_member_id IS NOT NULL)
				OR (SELECT count(*) FROM guardianships s WHERE s.member_id = m.id AND s.until IS NULL)
					<> (m.guardian_member_id IS NOT NULL) + (m.second_guardian_id IS NOT NULL)
				OR EXISTS (SELECT 1 FROM guardianships s WHERE s.member_id = m.id AND s.until IS NULL
					AND s.guardian_id IS NOT m.guardian_member_id AND s.guardian_id IS NOT m.second_guardian_id)`),
		).toEqual([]);
	}
	expect(done).toBeGreaterThan(40);
});

test("letters go where the child lives, and once a household", async () => {
	const [mother, father] = [await parentOf("母親"), await parentOf("父親")];
	const [one, two] = [await childOf(mother, father), await childOf(mother, father)];
	const own = await member({
		name: "大人",
		status: "active",
		city: "臺北市",
		district: "信義區",
		address: "自己的家 1 號",
	});
	const lives = (parent: Parent, id: number) =>
		sql("UPDATE guardianships SET has_custody = 1 WHERE member_id = ? AND guardian_id = ?", id, parent.id);
	const homes = async () => {
		const { sql: text, params } = noticeSheets({ ids: [one.id, two.id], today: TODAY }, 10);
		const found = await env.DB.prepare(text)
			.bind(...params)
			.all<{ id: number; address: string; guardian_name: string }>();
		return found.results.map(({ id, address, guardian_name }) => [id, address, guardian_name]);
	};
	const [[hers = "", , , hersAt = ""], [his = "", , , hisAt = ""]] = [mother.secrets, father.secrets];
	// The children's own address is what their record says: the mother's, here.
	expect(await homes()).toEqual([
		[one.id, hersAt, hers],
		[two.id, hersAt, hers],
	]);
	await lives(father, one.id);
	expect(await homes()).toEqual([
		[one.id, hisAt, his],
		[two.id, hersAt, hers],
	]);
	await lives(mother, one.id);
	expect((await homes())[0]).toEqual([one.id, hersAt, hers]);
	const letters = [hersAt, hisAt, hersAt].map((address, nth) => ({
		nth,
		postal_code: null,
		city: "",
		district: "",
		address,
	}));
	expect(byHousehold(letters, () => "").map(({ letter, isMore }) => [letter.nth, isMore])).toEqual([
		[0, false],
		[2, true],
		[1, false],
	]);
	const [listed] = await readRows(env.DB, listedMembers({ ids: [two.id, own.id] }, 10));
	expect(listed.map((row) => atHome(row).address)).toEqual([hersAt, "自己的家 1 號"]);
});
