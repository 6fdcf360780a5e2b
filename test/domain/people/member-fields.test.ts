import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { commit, open } from "#db/commit.ts";
import { insertConsent, valuesStored } from "#db/people/member-field-values.ts";
import { activeFields, fieldRow } from "#db/people/member-fields.ts";
import { readRows } from "#db/read.ts";
import { copySelects } from "#db/shell/personal-copies.ts";
import { editField } from "#domain/people/member-fields/actions.ts";
import { ownFieldOfCopy, rehashFieldTokens } from "#domain/people/member-fields/copy-actions.ts";
import { choicesOf, type OwnField, readValue, valueWords } from "#domain/people/member-fields/rules.ts";
import { openedValue } from "#domain/people/member-fields/value-actions.ts";
import { mergeMembers, viewMerge } from "#domain/people/member-merges/actions.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import { revealAll } from "#domain/people/members/reveal-actions.ts";
import { recordRequest } from "#domain/people/privacy/actions.ts";
import { pseudonymise } from "#domain/shell/erasures/actions.ts";
import { resealAll } from "#domain/shell/seals/key-actions.ts";
import { fieldToken } from "#platform/field-seals.ts";
import { fieldInput, makeField, specialInput } from "../../support/member-field-rows.ts";
import { member, storedNow } from "../../support/members.ts";
import { refusal } from "../../support/refusal.ts";
import { by, person, rows } from "../../support/users.ts";

const db = open(env.DB);
let staff: { id: number };
beforeEach(async () => {
	await env.DB.batch(
		["UPDATE member_fields SET is_active = 0, version = version + 1 WHERE is_active = 1"].map((sql) =>
			env.DB.prepare(sql),
		),
	);
	staff ??= await person({ name: "秘書", roles: ["secretary"] });
});

const field = async (id: number): Promise<OwnField & { version: number }> => {
	const [[row]] = await readRows(env.DB, fieldRow(id));
	if (!row) throw new Error(`no field ${id}`);
	return row;
};
/** Writes as the form of the staff does. */
const write = async (id: number, typed: Record<string, string>, seesAll = true) =>
	updateMember(env, db, {
		ref: await storedNow(id),
		input: {},
		own: { typed, as: "staff", seesAll },
		by: by(staff),
	});
const errorsOf = (verb: Promise<unknown>) =>
	verb.then(
		() => ({}),
		(error: { errors?: unknown }) => error.errors ?? error,
	);
const held = async (memberId: number, fieldId: number): Promise<string | null> => {
	const [all] = await readRows(env.DB, valuesStored(memberId));
	const row = all.find(({ id }) => id === fieldId);
	return row ? openedValue(env, row) : null;
};
const tokens = (fieldId: number) =>
	rows<{ token: string; member_id: number }>(
		"SELECT token, member_id FROM member_field_tokens WHERE field_id = ? ORDER BY token, member_id",
		fieldId,
	);
/** The same as raw SQL of an operator, or the refusal that it met. */
const raw = (sql: string, ...params: (string | number | null)[]) =>
	env.DB.prepare(sql)
		.bind(...params)
		.run()
		.then(
			() => "done",
			(error: Error) => /[a-z_]+\.[a-z_]+/.exec(error.message)?.[0] ?? error.message,
		);
const insert = (memberId: number, fieldId: number, value: string, sealId: string | null = null) =>
	raw(
		"INSERT INTO member_field_values (member_id, field_id, value, seal_id, updated_at) VALUES (?, ?, ?, ?, 1)",
		memberId,
		fieldId,
		value,
		sealId,
	);

describe("what is typed becomes one text, or a sentence that says what to do", () => {
	const of = (kind: OwnField["kind"], choices: [number, string, 0 | 1][] = []): OwnField => ({
		...{ id: 1, name: "欄位", hint: "", kind, for_whom: "all", seen_by: "view", self: "none", is_special: 0 },
		...{ purpose: "", in_list: 0, is_active: 1 },
		choices: JSON.stringify(choices.map(([id, name, is_active]) => ({ id, name, is_active }))),
	});
	test.each([
		["number", "1,200.50", "1200.5"],
		["number", "-0.0", "0"],
		["number", "００７", "7"],
		["date", "115/3/5", "2026-03-05"],
		["year", "民國108年", "2019"],
		["year", "2019", "2019"],
		["yes_no", "有", "1"],
		["yes_no", "x", "0"],
		["text", "  臺大　醫院 ", "臺大 醫院"],
	] as const)("%s %s", (kind, typed, value) => {
		expect(readValue(of(kind), [typed], null)).toEqual({ value });
	});
	test.each([
		["number", "很多"],
		["number", "1e9"],
		["date", "2026-02-30"],
		["year", "80000"],
		["year", "12年級"],
		["yes_no", "也許"],
		["text", "看\u200b不見"],
		["text", "長".repeat(201)],
	] as const)("%s refuses %s", (kind, typed) => {
		expect(readValue(of(kind), [typed], null)).toHaveProperty("error");
	});
	test("a choice goes by its name or id; a retired one stays with whoever has it", () => {
		const one = of("choices", [
			[3, "登山", 1],
			[5, "烘焙", 1],
			[9, "書法", 0],
		]);
		expect(readValue(one, ["烘焙、登山"], null)).toEqual({ value: "[3,5]" });
		expect(readValue(one, ["5", "3", "3"], null)).toEqual({ value: "[3,5]" });
		expect(readValue(one, ["9"], null)).toHaveProperty("error");
		expect(readValue(one, ["9", "3"], "[9]")).toEqual({ value: "[3,9]" });
		expect(valueWords(one, "[3,9]")).toBe("登山、書法");
		expect(readValue(one, [""], "[9]")).toEqual({ value: null });
	});
});

test("a plain field is written, changed and emptied, and its tokens follow", async () => {
	const [text, several] = [
		await makeField(db, fieldInput("興趣")),
		await makeField(db, fieldInput("活動", { kind: "choices", new_choices: ["登山", "烘焙", "書法"] })),
	];
	const [a, b, c] = choicesOf(await field(several)).map(({ id }) => id);
	const { id } = await member();
	await write(id, { [`f${text}`]: "書法", [`f${several}`]: "", [`f${several}.${a}`]: "1", [`f${several}.${c}`]: "1" });
	expect(await held(id, text)).toBe("書法");
	expect(await held(id, several)).toBe(`[${a},${c}]`);
	expect(await tokens(several)).toEqual([a, c].map((one) => ({ token: String(one), member_id: id })));
	await write(id, { [`f${several}`]: "", [`f${several}.${b}`]: "1" });
	expect(await tokens(several)).toEqual([{ token: String(b), member_id: id }]);
	expect(await held(id, text)).toBe("書法");
	await write(id, { [`f${several}`]: "", [`f${text}`]: "" });
	expect([await held(id, text), await held(id, several), await tokens(several)]).toEqual([null, null, []]);
});

test("special data are sealed, found by an HMAC alone, opened with an audit row, and never in the log", async () => {
	const disease = await makeField(
		db,
		specialInput("病別甲", { kind: "choice", new_choices: ["甲病", "乙病"], for_whom: "patient" }),
	);
	const [a] = choicesOf(await field(disease)).map(({ id }) => id);
	const { id } = await member({ identity_type: "patient" });
	expect(await errorsOf(write(id, { [`f${disease}`]: String(a) }))).toEqual({
		[`f${disease}`]: ["這是特種個資，須有本人對這個用途的同意才能保存，請先取得同意並勾選。"],
	});
	expect(await held(id, disease)).toBeNull();
	await write(id, { [`f${disease}`]: String(a), [`f${disease}.agree`]: "1" }, false);
	const [stored] = await rows<{ value: string; seal_id: string }>(
		"SELECT value, seal_id FROM member_field_values WHERE field_id = ?",
		disease,
	);
	expect(stored?.value).toMatch(/^[0-9a-f]{8}\./);
	expect(await tokens(disease)).toEqual([{ token: fieldToken(env, disease, String(a)), member_id: id }]);
	expect(await held(id, disease)).toBe(String(a));
	// An empty field leaves it, a box empties it.
	await write(id, { [`f${disease}`]: "" });
	expect(await held(id, disease)).toBe(String(a));
	expect((await revealAll(env, db, { id, by: by(staff) })).own.get(disease)).toBe(String(a));
	const log = await rows<{ action: string; changes: string }>(
		"SELECT action, changes FROM audit_log WHERE auditable_type = 'member' AND auditable_id = ? ORDER BY id",
		String(id),
	);
	expect(log.map(({ action }) => action)).toEqual([
		"member.create",
		"member_field.agree",
		"member.edit",
		"member.view_sensitive",
	]);
	expect(JSON.stringify(log)).not.toContain("甲病");
	await write(id, { [`f${disease}`]: "", [`f${disease}.empty`]: "1" });
	expect([await held(id, disease), await tokens(disease)]).toEqual([null, []]);
});

test("one consent serves every field of its purpose, and its end takes their values along", async () => {
	const first = await makeField(db, specialInput("過敏", { purpose: "準備餐點" }));
	const second = await makeField(db, specialInput("慢性病", { purpose: "準備餐點", kind: "yes_no" }));
	const other = await makeField(db, specialInput("用藥", { purpose: "急救" }));
	const { id } = await member();
	await write(id, { [`f${first}`]: "花生", [`f${first}.agree`]: "1", [`f${second}`]: "1" });
	expect(await errorsOf(write(id, { [`f${other}`]: "阿斯匹靈" }))).toHaveProperty(`f${other}`);
	await write(id, { [`f${other}`]: "阿斯匹靈", [`f${other}.agree`]: "1" });
	await commit(db, [insertConsent(id, { purpose: "準備餐點", given: false, channel: "paper" }, by(staff))]);
	expect([await held(id, first), await held(id, second), await tokens(second)]).toEqual([null, null, []]);
	expect(await held(id, other)).toBe("阿斯匹靈");
});

describe("whoever writes, the database refuses", () => {
	test("special data without a consent, in clear text, or with a token that is no HMAC", async () => {
		const special = await makeField(db, specialInput("發病年", { kind: "year" }));
		const { id } = await member();
		expect(await insert(id, special, "00000000.abc", "x")).toBe("member_field.consent_needed");
		await commit(db, [insertConsent(id, { purpose: "安排合適的服務", given: true, channel: "paper" }, by(staff))]);
		expect(await insert(id, special, "2019", "x")).toBe("member_field.bad_value");
		expect(await insert(id, special, "00000000.abc")).toBe("member_field.bad_value");
		expect(await raw("INSERT INTO member_field_tokens VALUES (?, ?, ?)", special, "a".repeat(64), id)).toBe(
			"member_field.bad_value",
		);
		expect(await insert(id, special, "00000000.abc", "x")).toBe("done");
		expect(await raw("UPDATE member_field_values SET value = '2019' WHERE field_id = ?", special)).toBe(
			"member_field.bad_value",
		);
		expect(await raw("INSERT INTO member_field_tokens VALUES (?, '2019', ?)", special, id)).toBe(
			"member_field.bad_value",
		);
		await raw("DELETE FROM member_field_values WHERE field_id = ?", special);
	});

	test("values that are not of the field's kind", async () => {
		const { id } = await member();
		const wrong: [OwnField["kind"], string][] = [
			["number", "many"],
			["date", "2026-02-30"],
			["year", "108"],
			["yes_no", "yes"],
			["choice", "999999"],
			["choices", "[999999]"],
			["choices", "no json"],
			["choices", "[]"],
			["text", "長".repeat(201)],
		];
		for (const [kind, value] of wrong) {
			const made = await makeField(db, fieldInput(`${kind}${value.slice(0, 3)}`, { kind, new_choices: ["有"] }));
			expect([kind, value, await insert(id, made, value)]).toEqual([kind, value, "member_field.bad_value"]);
		}
	});

	test("another kind, purpose or no special data any more once somebody has a value; a used choice cannot be removed", async () => {
		const made = await makeField(db, specialInput("輔具甲", { kind: "choices", new_choices: ["輪椅", "拐杖"] }));
		const [a] = choicesOf(await field(made)).map(({ id }) => id);
		const { id } = await member();
		await write(id, { [`f${made}`]: "", [`f${made}.${a}`]: "1", [`f${made}.agree`]: "1" });
		const change = (set: string) => raw(`UPDATE member_fields SET ${set}, version = version + 1 WHERE id = ?`, made);
		expect(await change("kind = 'text'")).toBe("member_field.has_values");
		expect(await change("is_special = 0")).toBe("member_field.has_values");
		expect(await change("purpose = '別的'")).toBe("member_field.purpose_agreed");
		expect(await raw("DELETE FROM member_fields WHERE id = ?", made)).toBe("member_field.is_kept");
		expect(await raw("DELETE FROM member_field_choices WHERE id = ?", a ?? 0)).toBe("member_field.choice_used");
		expect(await change("name = '輔具乙'")).toBe("done");
		// Switched off it stays readable, and is no longer offered.
		const now = await field(made);
		const sent = Object.fromEntries(choicesOf(now).map(({ id: one, name }) => [`choice.${one}`, name]));
		await editField(db, made, {
			input: {
				...specialInput(now.name, { kind: "choices", new_choices: ["助行器"] }),
				is_active: true,
				version: now.version,
			},
			sent,
			by: by(staff),
		});
		expect(valueWords(await field(made), await held(id, made))).toBe("輪椅");
		const other = await member();
		expect(
			await errorsOf(write(other.id, { [`f${made}`]: "", [`f${made}.${a}`]: "1", [`f${made}.agree`]: "1" })),
		).toHaveProperty(`f${made}`);
	});

	test("consents that are changed or deleted, and a 41st field", async () => {
		const { id } = await member();
		await commit(db, [insertConsent(id, { purpose: "甲", given: true, channel: "web" }, by(staff))]);
		expect(await raw("UPDATE member_field_consents SET given = 0 WHERE member_id = ?", id)).toBe("audit.append_only");
		expect(await raw("DELETE FROM member_field_consents WHERE member_id = ?", id)).toBe("audit.append_only");
		for (let nth = 0; nth < 40; nth++) await makeField(db, fieldInput(`第 ${nth} 欄`));
		expect(await refusal(makeField(db, fieldInput("第 41 欄")))).toBe("member_field.too_many");
		expect((await readRows(env.DB, activeFields()))[0]).toHaveLength(40);
	});
});

test("a field that is off, closed or not for the member takes nothing", async () => {
	const off = await makeField(db, fieldInput("舊欄位"));
	await raw("UPDATE member_fields SET is_active = 0, version = version + 1 WHERE id = ?", off);
	const closed = await makeField(db, fieldInput("收入", { seen_by: "sensitive", kind: "number" }));
	const parents = await makeField(db, fieldInput("家長會", { for_whom: "parent" }));
	const { id } = await member({ identity_type: "patient" });
	expect(await refusal(write(id, { [`f${off}`]: "甲" }))).toBe("member_field.stale");
	expect(await refusal(write(id, { [`f${closed}`]: "5" }, false))).toBe("member_field.stale");
	expect(await errorsOf(write(id, { [`f${parents}`]: "甲" }))).toEqual({ [`f${parents}`]: ["這個欄位只給家長填。"] });
});

test("a new SEALING_KEY opens every value, finds them while both keys are there, and makes the tokens anew", async () => {
	const year = await makeField(db, specialInput("確診年甲", { kind: "year" }));
	const { id } = await member();
	await write(id, { [`f${year}`]: "2019", [`f${year}.agree`]: "1" });
	const before = await tokens(year);
	const fresh = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
	const both = { ...env, SEALING_KEY: `${fresh},${env.SEALING_KEY}` };
	await resealAll(both, db, () => {});
	expect(await tokens(year)).toEqual(before);
	const now = { ...env, SEALING_KEY: fresh };
	expect(await rehashFieldTokens(now, db)).toBeGreaterThan(0);
	expect(await rehashFieldTokens(now, db)).toBe(0);
	expect(await tokens(year)).toEqual([{ token: fieldToken(now, year, "2019"), member_id: id }]);
	const [all] = await readRows(env.DB, valuesStored(id));
	const row = all.find((one) => one.id === year);
	expect(row && (await openedValue(now, row))).toBe("2019");
});

describe("when records of one person become one", () => {
	const merge = async (kept: number, other: number, own: number[] = []) => {
		const [a, b] = [await storedNow(kept), await storedNow(other)];
		await mergeMembers(env, db, { kept: a, other: b, picks: {}, own, by: by(staff) });
	};

	test("what one has not comes along, staff choose between two, and special data stay sealed", async () => {
		const [only, both, chosen] = [
			await makeField(db, fieldInput("只有一邊")),
			await makeField(db, fieldInput("兩邊都有")),
			await makeField(db, fieldInput("選另一邊", { kind: "number" })),
		];
		const year = await makeField(db, specialInput("發病年乙", { kind: "year", purpose: "合併" }));
		const [a, b] = [(await member()).id, (await member()).id];
		await write(a, { [`f${both}`]: "留下的", [`f${chosen}`]: "1" });
		await write(b, { [`f${only}`]: "帶來的", [`f${both}`]: "不要的", [`f${chosen}`]: "2" });
		await write(b, { [`f${year}`]: "2019", [`f${year}.agree`]: "1" });
		const view = await viewMerge(env, db, { of: { kept: a, other: b }, userId: 0 });
		expect(view?.own.map(({ field, isOpen, other }) => [field.id, isOpen, other])).toEqual([
			[only, false, "帶來的"],
			[both, true, "不要的"],
			[chosen, true, "2"],
			[year, false, "已加密保存"],
		]);
		await merge(a, b, [chosen]);
		expect(await Promise.all([only, both, chosen, year].map((id) => held(a, id)))).toEqual([
			"帶來的",
			"留下的",
			"2",
			"2019",
		]);
		expect(await tokens(year)).toEqual([{ token: fieldToken(env, year, "2019"), member_id: a }]);
		expect(await tokens(both)).toEqual([{ token: "留下的", member_id: a }]);
		expect(await held(b, both)).toBe("不要的");
	});

	test("a consent that one of them took back later ends the values of both", async () => {
		const text = await makeField(db, specialInput("過敏丙", { purpose: "收回" }));
		const [a, b] = [(await member()).id, (await member()).id];
		await write(a, { [`f${text}`]: "花生", [`f${text}.agree`]: "1" });
		await write(b, { [`f${text}`]: "牛奶", [`f${text}.agree`]: "1" });
		await commit(db, [insertConsent(b, { purpose: "收回", given: false, channel: "paper" }, by(staff))]);
		await merge(a, b);
		expect([await held(a, text), await held(b, text)]).toEqual([null, null]);
	});
});

test("a copy opens everything in words, and an erasure leaves nothing but the consent", async () => {
	const plain = await makeField(db, fieldInput("興趣丁", { kind: "choices", new_choices: ["登山", "烘焙"] }));
	const sealed = await makeField(db, specialInput("過敏丁", { purpose: "複本" }));
	const { id } = await member({ status: "resigned" });
	await write(id, { [`f${plain}`]: "登山、烘焙", [`f${sealed}`]: "花生", [`f${sealed}.agree`]: "1" });
	const [own] = await readRows(
		env.DB,
		...copySelects(id).flatMap(([code, one]) => (code === "own_fields" ? [one] : [])),
	);
	expect(await Promise.all((own ?? []).map((row) => ownFieldOfCopy(env, row)))).toMatchObject([
		{ name: "興趣丁", value: "登山、烘焙" },
		{ name: "過敏丁", value: "花生" },
	]);
	const asks = { kind: "deletion", content: "", channel: "paper", receivedOn: "2026-03-01" } as const;
	const self = { ...by(staff), userId: staff.id };
	const second = await person({ name: "第二人", roles: ["secretary"] });
	const requestId = await recordRequest(db, { memberId: id, ...asks, key: crypto.randomUUID(), by: self });
	await pseudonymise(env, db, { ref: await storedNow(id), requestId, by: { ...by(second), userId: second.id } });
	expect(await rows("SELECT 1 FROM member_field_values WHERE member_id = ?", id)).toEqual([]);
	expect(await rows("SELECT 1 FROM member_field_tokens WHERE member_id = ?", id)).toEqual([]);
	expect(await rows("SELECT given FROM member_field_consents WHERE member_id = ?", id)).toEqual([{ given: 1 }]);
	expect(await insert(id, plain, "[1]")).toBe("member_field.no_member");
});
