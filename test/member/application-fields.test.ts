/** Own fields in the application form: sealed from the first write, handed over with the acceptance, gone with anything else. */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { valuesStored } from "#db/people/member-field-values.ts";
import { readRows } from "#db/read.ts";
import { rehashFieldTokens } from "#domain/people/member-fields/copy-actions.ts";
import { openedOwn } from "#domain/people/member-fields/value-actions.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import { paths } from "#http/paths.ts";
import { apply, correct, decide, recordOf, run, withdraw } from "../support/announced.ts";
import { fieldInput, makeField, specialInput } from "../support/member-field-rows.ts";
import { by, member, storedNow } from "../support/members.ts";
import { fieldValue, page, shown } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { errorsBeside, wordsOf } from "../support/profiles.ts";
import { auditOf, person, rows } from "../support/users.ts";

const { application, home, profile } = paths.member;
const { admin } = paths;
const db = open(env.DB);
const PURPOSE = "準備合適的餐點";
let hobby: number;
let closed: number;
let allergy: number;
let disease: number;
let choice: number;
let forParents: number;
let clerk: Person;
let as: Person;
let phone: string;
let count = 0;
beforeAll(async () => {
	const special = { self: "fills", purpose: PURPOSE } as const;
	hobby = await makeField(db, fieldInput("興趣", { self: "fills" }));
	closed = await makeField(db, fieldInput("服務窗口", { self: "reads" }));
	allergy = await makeField(db, specialInput("食物過敏", special));
	disease = await makeField(db, specialInput("病別", { ...special, kind: "choice", new_choices: ["甲病", "乙病"] }));
	forParents = await makeField(db, fieldInput("孩子的學校", { self: "fills", for_whom: "parent" }));
	[{ id: choice } = { id: 0 }] = await rows<{ id: number }>(
		"SELECT id FROM member_field_choices WHERE field_id = ? ORDER BY id",
		disease,
	);
	clerk = await signIn({ name: "林書瑜", roles: ["secretary"] });
});
beforeEach(async () => {
	count += 1;
	phone = `0938${String(count).padStart(4, "0")}00`;
	as = await signIn({ name: "吳宛蓁" });
});

const mine = () => ({ name: `吳宛蓁${count}`, phone });
const FILLED = () => ({
	[`f${hobby}`]: "書法",
	[`f${allergy}`]: "花生過敏",
	[`f${allergy}.agree`]: "1",
	[`f${disease}`]: String(choice),
});
const waiting = ({ userId } = as) =>
	rows<{ field_id: number; value: string; seal_id: string | null; tokens: string; purpose: string }>(
		"SELECT field_id, value, seal_id, tokens, purpose FROM application_values WHERE user_id = ? ORDER BY field_id",
		userId,
	);
/** What a record has in its own fields, opened. */
async function valuesOf(id: number): Promise<Record<string, string | null>> {
	const [found] = await readRows(env.DB, valuesStored(id));
	const sealed = await openedOwn(env, found);
	return Object.fromEntries(
		found.filter(({ has_value }) => has_value === 1).map((row) => [row.name, sealed.get(row.id) ?? row.value]),
	);
}
const everywhere = async (text: string): Promise<string[]> => {
	const { results } = await env.DB.prepare(
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
	).all<{ name: string }>();
	const found: string[] = [];
	for (const { name } of results)
		if (JSON.stringify((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results).includes(text))
			found.push(name);
	return found;
};
const requestId = async () =>
	(await rows<{ id: number }>("SELECT id FROM link_requests WHERE user_id = ? AND status = 'open'", as.userId))[0]
		?.id ?? 0;
const decideLink = async (form: Record<string, string>) =>
	ask(admin.members.links.decision(await requestId()), { as: clerk, form: { version: "1", ...form } });

describe("the form", () => {
	test("asks what members fill in, for whom, and a consent for special data; nothing else", async () => {
		const { html } = await page(profile.create(), as);
		for (const part of ["興趣", "食物過敏", "病別", "家長才填。", `用途是：${PURPOSE}`]) expect(html).toContain(part);
		expect(html.split(`用途是：${PURPOSE}`).length).toBe(2);
		expect(html).not.toContain("服務窗口");
	});

	test.each([
		["special data without a consent", () => ({ [`f${allergy}`]: "花生過敏" }), () => `f${allergy}`, "請先取得同意"],
		["a choice that there is not", () => ({ [`f${disease}`]: "999" }), () => `f${disease}`, "請從選項中選擇"],
		["too long a text", () => ({ [`f${hobby}`]: "字".repeat(201) }), () => `f${hobby}`, "最多 200 個字"],
		[
			"what is for parents from a patient",
			() => ({ [`f${forParents}`]: "國小" }),
			() => `f${forParents}`,
			"只給家長填",
		],
	])("%s: refused beside the field, what was typed stays, nothing is stored", async (_, typed, name, words) => {
		const answer = await shown(await apply(as, { ...mine(), line_id: "typed-by-me", ...typed() }));
		expect([answer.status, fieldValue(answer, "line_id")]).toEqual([422, "typed-by-me"]);
		expect(errorsBeside(answer.elements)[name()]).toContain(words);
		expect([await waiting(), await recordOf(as)]).toEqual([[], 0]);
	});

	test("a field that others fill in, and one that is switched off meanwhile, are refused; then it goes", async () => {
		const off = await makeField(db, fieldInput(`暫時的${count}`, { self: "fills" }));
		expect((await page(profile.create(), as)).html).toContain(`暫時的${count}`);
		await run("UPDATE member_fields SET is_active = 0, version = version + 1 WHERE id = ?", off);
		for (const field of [off, closed]) {
			const answer = await shown(await apply(as, { ...mine(), [`f${field}`]: "亂填", [`f${hobby}`]: "書法" }));
			expect([answer.status, answer.html.includes("這個欄位剛剛已被其他人更新")]).toEqual([409, true]);
			expect([fieldValue(answer, `f${hobby}`), fieldValue(answer, `f${off}`)]).toEqual(["書法", undefined]);
		}
		expect((await apply(as, { ...mine(), [`f${hobby}`]: "書法" })).status).toBe(303);
	});
});

describe("an application that is a record", () => {
	test("keeps special data sealed everywhere, and hands all over with its acceptance", async () => {
		expect((await apply(as, { ...mine(), ...FILLED() })).status).toBe(303);
		const id = await recordOf(as);
		expect(await valuesOf(id)).toEqual({});
		expect((await waiting()).map(({ field_id, purpose }) => [field_id, purpose])).toEqual([
			[hobby, ""],
			[allergy, PURPOSE],
			[disease, PURPOSE],
		]);
		expect(await everywhere("花生過敏")).toEqual([]);
		const sealed = (await waiting()).filter(({ seal_id }) => seal_id !== null).map(({ value }) => value);
		for (const [path, who] of [
			[home(), as],
			[application.edit(), as],
			[admin.members.show(id), clerk],
			[admin.members.applications(), clerk],
		] as const) {
			const { html } = await page(path, who);
			expect([path, html.includes("花生過敏"), sealed.some((text) => html.includes(text))]).toEqual([
				path,
				false,
				false,
			]);
		}
		expect(wordsOf((await page(home(), as)).html)).toMatch(/興趣 書法 食物過敏 已填寫，加密保存/);
		expect((await page(admin.members.show(id), clerk)).html).toContain("申請時填寫的自訂欄位");
		expect((await decide(clerk, id, "approval")).status).toBe(303);
		expect([await valuesOf(id), await waiting()]).toEqual([
			{ 興趣: "書法", 食物過敏: "花生過敏", 病別: String(choice) },
			[],
		]);
		expect(
			await rows("SELECT purpose, given, by_user_id, channel FROM member_field_consents WHERE member_id = ?", id),
		).toEqual([{ purpose: PURPOSE, given: 1, by_user_id: as.userId, channel: "web" }]);
		const tokens = await rows<{ field_id: number; token: string }>(
			"SELECT field_id, token FROM member_field_tokens WHERE member_id = ? ORDER BY field_id",
			id,
		);
		expect(tokens).toEqual([
			{ field_id: hobby, token: "書法" },
			{ field_id: disease, token: expect.stringMatching(/^[0-9a-f]{64}$/) },
		]);
		expect(await rehashFieldTokens(env, db)).toBe(0);
		const told = (await auditOf("member", id)).find(({ action }) => action === "member.edit");
		expect(JSON.parse(String(told?.changes))).toEqual({
			fields: ["自訂欄位「興趣」", "自訂欄位「食物過敏」", "自訂欄位「病別」"],
		});
		expect(await everywhere("花生過敏")).toEqual([]);
	});

	test("a correction keeps what it leaves empty, replaces what it fills, and removes what it ticks", async () => {
		await apply(as, { ...mine(), ...FILLED() });
		const before = await waiting();
		const there = await page(application.edit(), as);
		expect([fieldValue(there, `f${hobby}`), fieldValue(there, `f${allergy}`)]).toEqual(["書法", ""]);
		expect(there.html).not.toContain(`用途是：${PURPOSE}`);
		const kept = { [`f${hobby}`]: "登山", [`f${allergy}`]: "", [`f${disease}`]: "" };
		expect((await correct(as, { ...mine(), ...kept })).status).toBe(303);
		const after = await waiting();
		expect([after[0]?.value, after[1], after[2]]).toEqual(["登山", before[1], before[2]]);
		await correct(as, { ...mine(), ...kept, [`f${hobby}`]: "", [`f${allergy}`]: "蝦", [`f${disease}.empty`]: "1" });
		expect((await waiting()).map(({ field_id }) => field_id)).toEqual([allergy]);
		const id = await recordOf(as);
		await decide(clerk, id, "approval");
		expect(await valuesOf(id)).toEqual({ 食物過敏: "蝦" });
	});

	test.each([
		["declined", (id: number) => decide(clerk, id, "refusal")],
		["taken back", () => withdraw(as)],
		["declined by plain SQL", (id: number) => run("UPDATE members SET status = 'declined' WHERE id = ?", id)],
	])("%s: nothing of it is left", async (_, ends) => {
		await apply(as, { ...mine(), ...FILLED() });
		const id = await recordOf(as);
		await ends(id);
		expect([await waiting(), await valuesOf(id)]).toEqual([[], {}]);
		expect(await rows("SELECT 1 FROM member_field_consents WHERE member_id = ?", id)).toEqual([]);
	});

	test("approved by plain SQL: handed over all the same, once", async () => {
		await apply(as, { ...mine(), ...FILLED() });
		const id = await recordOf(as);
		await run("UPDATE members SET status = 'active' WHERE id = ?", id);
		await run("UPDATE members SET status = 'suspended' WHERE id = ?", id);
		expect([Object.keys(await valuesOf(id)), await waiting()]).toEqual([["興趣", "食物過敏", "病別"], []]);
	});

	test("what is not asked any more at the acceptance is dropped, and it does not fail", async () => {
		const off = await makeField(db, fieldInput(`要停用的${count}`, { self: "fills" }));
		const other = await makeField(db, fieldInput(`改給家長的${count}`, { self: "fills" }));
		const answer = await apply(as, { ...mine(), ...FILLED(), [`f${off}`]: "甲", [`f${other}`]: "乙" });
		expect(answer.status).toBe(303);
		await run("UPDATE member_fields SET is_active = 0, version = version + 1 WHERE id = ?", off);
		await run("UPDATE member_fields SET for_whom = 'parent', version = version + 1 WHERE id = ?", other);
		await run("UPDATE member_field_choices SET is_active = 0 WHERE id = ?", choice);
		expect((await correct(as, { ...mine(), [`f${hobby}`]: "書法" })).status).toBe(303);
		const id = await recordOf(as);
		expect((await decide(clerk, id, "approval")).status).toBe(303);
		expect(await valuesOf(id)).toEqual({ 興趣: "書法", 食物過敏: "花生過敏", 病別: String(choice) });
		expect(await waiting()).toEqual([]);
		await run("UPDATE member_field_choices SET is_active = 1 WHERE id = ?", choice);
	});

	test("a consent that was taken back meanwhile is not given again", async () => {
		await apply(as, { ...mine(), ...FILLED() });
		const id = await recordOf(as);
		await run(
			"INSERT INTO member_field_consents (member_id, purpose, given, channel, at) VALUES (?, ?, 0, 'paper', ?)",
			...[id, PURPOSE, Date.now() + 1],
		);
		await decide(clerk, id, "approval");
		expect([await valuesOf(id), await waiting()]).toEqual([{ 興趣: "書法" }, []]);
	});

	test("what staff recorded meanwhile stays", async () => {
		await apply(as, { ...mine(), ...FILLED() });
		const id = await recordOf(as);
		const secretary = await person({ roles: ["secretary"] });
		await updateMember(env, db, {
			ref: await storedNow(id),
			input: {},
			own: { typed: { [`f${hobby}`]: "釣魚" }, as: "staff", seesAll: true },
			by: by(secretary),
		});
		await decide(clerk, id, "approval");
		expect((await valuesOf(id)).興趣).toBe("釣魚");
	});
});

describe("an application that is a request to be linked", () => {
	test("linked: fills what the record has not; refused: nothing is left", async () => {
		const known = await member({ name: "名冊上的人", phone, status: "active" });
		const secretary = await person({ roles: ["secretary"] });
		await updateMember(env, db, {
			ref: await storedNow(known.id),
			input: {},
			own: { typed: { [`f${hobby}`]: "釣魚" }, as: "staff", seesAll: true },
			by: by(secretary),
		});
		await apply(as, { ...mine(), ...FILLED() });
		const { html } = await page(admin.members.links.show(await requestId()), clerk);
		expect([html.includes("申請時填寫的自訂欄位"), html.includes("花生過敏")]).toEqual([true, false]);
		const { version } = await storedNow(known.id);
		const link = { decision: "link", member_id: String(known.id), member_version: String(version) };
		expect((await decideLink(link)).status).toBe(303);
		expect(await valuesOf(known.id)).toEqual({ 興趣: "釣魚", 食物過敏: "花生過敏", 病別: String(choice) });
		expect(await waiting()).toEqual([]);

		as = await signIn({ name: "吳宛蓁" });
		await apply(as, { ...mine(), ...FILLED() });
		expect((await waiting()).length).toBe(3);
		await decideLink({ decision: "refuse", reason: "請補正" });
		expect(await waiting()).toEqual([]);
	});

	test("made a new record: it waits on, and is handed over with the acceptance", async () => {
		await member({ name: "名冊上的人", phone });
		await apply(as, { ...mine(), ...FILLED() });
		await decideLink({ decision: "create" });
		const id = await recordOf(as);
		expect([await valuesOf(id), (await waiting()).length]).toEqual([{}, 3]);
		await decide(clerk, id, "approval");
		expect([Object.keys(await valuesOf(id)).length, await waiting()]).toEqual([3, []]);
	});
});

describe("the database", () => {
	const INSERT = `INSERT INTO application_values (user_id, field_id, value, seal_id, purpose, agreed_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, 1)`;
	const refused = (verb: Promise<unknown>) =>
		verb.then(
			() => "nothing",
			(error: Error) => /[a-z_]+\.[a-z_]+(?=: SQLITE)|UNIQUE|CHECK/.exec(error.message)?.[0],
		);
	test("takes values of waiting applications alone, special ones sealed and agreed to, of their kind", async () => {
		expect(await refused(run(INSERT, as.userId, hobby, "書法", null, "", null))).toBe("application.not_waiting");
		await apply(as, mine());
		for (const [values, code] of [
			[[closed, "甲", null, "", null], "member_field.stale"],
			[[allergy, "花生", null, "", null], "member_field.consent_needed"],
			[[allergy, "花生", "seal", PURPOSE, 1], "member_field.bad_value"],
			[[allergy, "0123abcd.sealed", "seal", "別的用途", 1], "member_field.consent_needed"],
			[[allergy, "0123abcd.sealed", "seal", PURPOSE, null], "member_field.consent_needed"],
			[[hobby, "0123abcd.sealed", "seal", PURPOSE, 1], "member_field.bad_value"],
			[[hobby, "字".repeat(201), null, "", null], "member_field.bad_value"],
		] as const)
			expect([values, await refused(run(INSERT, as.userId, ...values))]).toEqual([values, code]);
		await run(INSERT, as.userId, hobby, "書法", null, "", null);
		expect(
			await refused(run("UPDATE application_values SET value = ? WHERE user_id = ?", "字".repeat(201), as.userId)),
		).toBe("member_field.bad_value");
	});

	test("after a change of the key the tokens that wait are made anew", async () => {
		await apply(as, { ...mine(), ...FILLED() });
		const before = await waiting();
		await run(
			"UPDATE application_values SET tokens = '[\"old\"]' WHERE user_id = ? AND field_id = ?",
			as.userId,
			disease,
		);
		expect([await rehashFieldTokens(env, db), await waiting()]).toEqual([1, before]);
	});

	test("a field keeps its kind, its purpose and its choices while applicants have values", async () => {
		await apply(as, { ...mine(), ...FILLED() });
		for (const [sql, code] of [
			[
				`UPDATE member_fields SET purpose = '別的', version = version + 1 WHERE id = ${allergy}`,
				"member_field.has_values",
			],
			[
				`UPDATE member_fields SET kind = 'number', version = version + 1 WHERE id = ${hobby}`,
				"member_field.has_values",
			],
			[`DELETE FROM member_field_choices WHERE id = ${choice}`, "member_field.choice_used"],
			[`DELETE FROM member_fields WHERE id = ${hobby}`, "member_field.is_kept"],
		] as const) {
			const found = await refused(run(sql));
			expect([sql, found === code || found === "member_field.purpose_agreed"]).toEqual([sql, true]);
		}
	});
});
