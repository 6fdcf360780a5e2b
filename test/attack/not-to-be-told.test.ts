/** 不得告知: one person takes somebody out of everything about a child, whoever writes; two put them back. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import { itemValue } from "#domain/money/payments/own-form.ts";
import { guardianWrites } from "#domain/people/members/guardianship-actions.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { member, storedNow } from "../support/members.ts";
import { merge, openOffice, refusal, staff } from "../support/office.ts";
import { db, verify } from "../support/payments.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { random } from "../support/random.ts";
import { childOf, everythingOf, type Parent, parentOf } from "../support/two-parents.ts";
import { rows } from "../support/users.ts";

const { member: area, admin } = paths;
const NOW = Date.now();
let cashier: Person;
let clerk: Person;
let other: Person;
beforeAll(async () => {
	await openOffice();
	cashier = await signIn({ name: "許雅雯", roles: ["cashier"] });
	clerk = await signIn({ name: "李同仁", roles: ["secretary"] });
	other = await signIn({ name: "王同仁", roles: ["secretary"] });
});
const sql = (text: string, ...params: unknown[]) =>
	env.DB.prepare(text)
		.bind(...params)
		.run();
const ban = (id: number, person: number, as = clerk) =>
	ask(admin.members.bans(id), { as, form: { person: String(person), reason: "danger", q: "" } });
const step = async (id: number, what: "ask" | "lift" | "keep", as: Person) => {
	const [row] = await rows<{ id: number }>("SELECT max(id) AS id FROM member_bans WHERE member_id = ?", id);
	return (await ask(admin.members.banEnd(id), { as, form: { ban: String(row?.id), step: what } })).status;
};
let last5 = 60_000;
async function pay(parent: Parent, item: number): Promise<number> {
	last5 += 1;
	const form = {
		...{ method: "transfer", paid_on: dateInTaipei(NOW), last5: String(last5), payer_title: "抬頭", remark: "" },
		...{ items: itemValue(item, 1_000), _key: crypto.randomUUID() },
	};
	const answer = await ask(area.payments.create(), { as: parent.as, form });
	return Number(answer.headers.get("Location")?.split("/").at(-1));
}
const isTold = (told: { sealed: number; acting: number }) => told.sealed + told.acting > 0;
const told = async (id: number, parent: Parent) => {
	const [row = { sealed: 0, acting: 0 }] = await rows<{ sealed: number; acting: number }>(
		`SELECT (SELECT count(*) FROM sealed_openings WHERE member_id = ?1 AND user_id = ?2) AS sealed,
			(SELECT count(*) FROM acting_guardians WHERE member_id = ?1 AND guardian_id = ?3) AS acting`,
		id,
		parent.as.userId,
		parent.id,
	);
	return isTold(row);
};

test("one person takes a parent out of everything about the child at once; the other parent and the rest go on", async () => {
	const [mother, father] = [await parentOf("母親"), await parentOf("父親")];
	const [child, sibling] = [await childOf(mother, father), await childOf(father, await parentOf("別人"))];
	const { name } = await storedNow(child.id);
	await sql("UPDATE members SET name = '絕對不給看的名字' WHERE id = ?", child.id);
	const [paid, waits] = [await pay(father, child.item), await pay(father, sibling.item)];
	await verify(paid, cashier.userId, { at: NOW });
	const [receipt] = await rows<{ id: number }>("SELECT id FROM receipts WHERE payment_id = ?", paid);
	await sql(
		"INSERT INTO notifications (id, kind, user_id, data, created_at) VALUES ('q1', 'certificate_approved', ?, json_object('dependentId', ?, 'until', NULL), 1)",
		father.as.userId,
		child.id,
	);
	const doors = [
		area.dependent.show(child.id),
		area.dependent.edit(child.id),
		area.privacy.show(child.id),
		area.privacy.copy(child.id),
		area.payments.show(paid),
		area.payments.proof(paid),
		area.receipt.show(receipt?.id ?? 0),
	];
	expect((await everythingOf(father.as)).text).toContain("絕對不給看的名字");
	const { version } = await storedNow(child.id);

	expect((await ban(child.id, father.id)).status).toBe(303);
	for (const path of doors) expect([path, (await ask(path, { as: father.as })).status]).toEqual([path, 404]);
	const { text, paths: reached } = await everythingOf(father.as);
	expect([text.includes("絕對不給看的名字"), text.includes(name)]).toEqual([false, false]);
	expect(reached).toContain(area.dependent.show(sibling.id));
	expect(reached).toContain(area.payments.show(waits));
	expect(await told(child.id, father)).toBe(false);
	expect(await told(child.id, mother)).toBe(true);
	expect(await rows("SELECT id FROM mail_messages WHERE id = 'q1'")).toEqual([]);
	await sql(
		"INSERT INTO notifications (id, kind, user_id, data, created_at) VALUES ('q2', 'certificate_approved', ?, json_object('dependentId', ?, 'until', NULL), 1)",
		father.as.userId,
		child.id,
	);
	expect(await rows("SELECT id FROM notifications WHERE id = 'q2'")).toEqual([]);
	expect((await everythingOf(mother.as)).text).toContain("絕對不給看的名字");
	// A page that was open is of no use.
	const form = { ...{ phone: "0912000111", base: "", version: String(version) } };
	expect((await ask(area.dependent.edit(child.id), { as: father.as, form })).status).not.toBe(303);
	expect((await ask(admin.members.show(child.id), { as: clerk })).status).toBe(200);
	expect(await (await ask(admin.members.show(child.id), { as: clerk })).text()).toContain("不得告知");
	expect(await (await ask(admin.members.show(father.id), { as: clerk })).text()).toContain("不得告知這個人");
});

test("two put back: one asks, another says so; nothing comes back by itself", async () => {
	const [mother, father] = [await parentOf("母親"), await parentOf("父親")];
	const { id } = await childOf(mother, father);
	await ban(id, mother.id);
	expect((await storedNow(id)).guardian_member_id).toBe(father.id);
	expect((await ban(id, mother.id)).status).toBe(422);
	expect(await step(id, "lift", clerk)).not.toBe(303);
	expect(await step(id, "ask", clerk)).toBe(303);
	expect(await step(id, "lift", clerk)).not.toBe(303);
	expect(await step(id, "keep", other)).toBe(303);
	expect(await step(id, "lift", other)).not.toBe(303);
	expect(await step(id, "ask", other)).toBe(303);
	expect(await step(id, "lift", clerk)).toBe(303);
	expect(await told(id, mother)).toBe(false);
	const back = await guardianWrites(env, db, {
		ref: await storedNow(id),
		guardianId: mother.id,
		slot: "second",
		by: staff(),
	});
	await commit(db, back);
	expect(await told(id, mother)).toBe(true);
});

test("nobody writes them back: not as a guardian, not as a payer, not by the end or the loss of the row", async () => {
	const [mother, father] = [await parentOf("母親"), await parentOf("父親")];
	const child = await childOf(mother, father);
	await ban(child.id, father.id);
	for (const [text, code] of [
		[`UPDATE members SET second_guardian_id = ${father.id} WHERE id = ${child.id}`, "member.banned"],
		[`UPDATE members SET guardian_member_id = ${father.id} WHERE id = ${child.id}`, "member.banned"],
		[`UPDATE member_bans SET until = 1, lifted_by = 1 WHERE member_id = ${child.id}`, "member.ban_by_two"],
		[
			`UPDATE member_bans SET lift_asked_by = 1, lift_asked_at = 1, until = 1, lifted_by = 2 WHERE member_id = ${child.id}`,
			"member.ban_by_two",
		],
		[`DELETE FROM member_bans WHERE member_id = ${child.id}`, "member.ban_by_two"],
	] as const)
		await expect(sql(text), text).rejects.toThrow(code);
	const entry = { ref: await storedNow(child.id), guardianId: father.id, slot: "second", by: staff() } as const;
	expect(await refusal(guardianWrites(env, db, entry).then((writes) => commit(db, writes)))).toBe("member.banned");
	const payment = env.DB.prepare(
		`INSERT INTO payments (source, method, paid_on, amount, payer_member_id, payer_title, submitted_at, created_at, updated_at)
		VALUES ('staff', 'cash', '2026-11-01', 1000, ?, '父親', ?, 1, 1)`,
	).bind(father.id, NOW + 60_000);
	const part = env.DB.prepare(
		"INSERT INTO payment_allocations (payment_id, kind, dues_item_id, member_id, amount) SELECT max(id), 'dues', ?, ?, 1000 FROM payments",
	).bind(child.item, child.id);
	await expect(env.DB.batch([payment, part])).rejects.toThrow("member.banned");
	expect(await pay(father, child.item)).toBe(Number.NaN);
});

test("a merge takes it along, and an erasure lets it go", async () => {
	const [mother, father, twin] = [
		await parentOf("母親"),
		await parentOf("父親"),
		await member({ name: "父親的另一筆", status: "active" }),
	];
	const [child, again] = [await childOf(mother, father), await member({ name: "孩子的另一筆", status: "active" })];
	await ban(child.id, twin.id);
	await merge(father.id, twin.id);
	expect(await told(child.id, father)).toBe(false);
	await merge(again.id, child.id);
	expect(
		await rows("SELECT member_id, person_id FROM member_bans WHERE until IS NULL AND person_id = ?", father.id),
	).toEqual([{ member_id: again.id, person_id: father.id }]);
	await expect(sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", father.id, again.id)).rejects.toThrow(
		"member.banned",
	);
	expect(await refusal(merge(again.id, father.id))).toBe("member.merge_kin");
});

test("whatever is written in whatever order, nobody who is out is a guardian or reads what lies sealed", async () => {
	const { pick } = random(20_261_131);
	const [children, parents] = [[] as number[], [] as number[]];
	for (let nth = 0; nth < 3; nth++) {
		children.push((await member({ name: `孩子${nth}`, birth_date: "2015-01-01", status: "active" })).id);
		parents.push((await parentOf("某人")).id);
	}
	const ways: (() => Promise<unknown>)[] = [
		() => sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", pick([...parents, null]), pick(children)),
		() => sql("UPDATE members SET second_guardian_id = ? WHERE id = ?", pick([...parents, null]), pick(children)),
		() => ban(pick(children), pick(parents)),
		() => step(pick(children), pick(["ask", "lift", "keep"] as const), pick([clerk, other])),
		() => sql("UPDATE guardianships SET opened_at = 1, opened_how = 'second_person' WHERE until IS NULL"),
		() => sql("UPDATE member_bans SET until = 1, lifted_by = ?", pick([clerk.userId, other.userId])),
		() => sql("DELETE FROM member_bans"),
	];
	for (let turn = 0; turn < 120; turn++) {
		await pick(ways)().catch(() => undefined);
		expect(
			await rows(`SELECT b.id FROM member_bans b JOIN members m ON m.id = b.member_id WHERE b.until IS NULL AND (
				b.person_id IN (m.guardian_member_id, m.second_guardian_id)
				OR EXISTS (SELECT 1 FROM acting_guardians s WHERE s.member_id = m.id AND s.guardian_id = b.person_id)
				OR EXISTS (SELECT 1 FROM sealed_openings s JOIN members p ON p.user_id = s.user_id WHERE s.member_id = m.id AND p.id = b.person_id))`),
		).toEqual([]);
	}
	expect(await rows("SELECT id FROM member_bans WHERE until IS NOT NULL AND lifted_by = lift_asked_by")).toEqual([]);
});
