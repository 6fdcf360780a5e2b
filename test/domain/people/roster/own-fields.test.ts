import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { ownFileColumns } from "#admin/people/member-fields/file-parts.ts";
import { COLUMN_NAMES, sheetOf } from "#admin/people/members/export-columns.ts";
import { reasonWords } from "#admin/people/members/imports-words.ts";
import { commit, open } from "#db/commit.ts";
import { listedMembers } from "#db/people/member-exports.ts";
import { insertConsent, valuesStored } from "#db/people/member-field-values.ts";
import { activeFields } from "#db/people/member-fields.ts";
import { insertPaperConsents, putValues } from "#db/people/roster-own.ts";
import { readRows } from "#db/read.ts";
import { editField } from "#domain/people/member-fields/actions.ts";
import type { OwnField } from "#domain/people/member-fields/rules.ts";
import { openedValue, sealedWrite } from "#domain/people/member-fields/value-actions.ts";
import { applyRoster, planRoster } from "#domain/people/roster/actions.ts";
import { undoImport } from "#domain/people/roster/import-actions.ts";
import { NO_OPTIONS } from "#domain/people/roster/options.ts";
import { countsOf } from "#domain/people/roster/plan.ts";
import { byImport } from "#kernel/by.ts";
import type { Cell } from "#kernel/table.ts";
import { fieldToken } from "#platform/field-seals.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { fieldInput, makeField, specialInput } from "../../../support/member-field-rows.ts";
import { codeOf } from "../../../support/refusal.ts";
import { by as byOf, person, rows as rowsOf } from "../../../support/users.ts";

const db = open(env.DB);
const AT = Date.UTC(2026, 10, 21, 4);
let at = AT;

type Fields = Record<"diet" | "year" | "disease" | "aids" | "mother", number>;
let fields: Fields;
beforeEach(async () => {
	await env.DB.prepare("UPDATE member_fields SET is_active = 0, version = version + 1 WHERE is_active = 1").run();
	at += 1_000;
	fields = {
		diet: await makeField(db, fieldInput("用餐", { kind: "choices", new_choices: ["葷", "全素", "不吃牛"] })),
		year: await makeField(db, fieldInput("加入團體年", { kind: "year" })),
		disease: await makeField(db, specialInput("疾病", { kind: "choice", new_choices: ["甲病", "乙病"] })),
		aids: await makeField(db, specialInput("備忘", { kind: "text" })),
		mother: await makeField(db, fieldInput("家長的興趣", { for_whom: "parent" })),
	};
});

type Extra = { options?: Partial<typeof NO_OPTIONS>; by?: ReturnType<typeof byOf>; format?: "xlsx" | "csv" };
const planOf = async (header: string[], rows: Cell[][], { options = {}, by, format = "xlsx" }: Extra = {}) =>
	planRoster(env, db, {
		roster: { filename: `名冊.${format}`, bytes: await writeSheet({ sheet: "名冊", header, rows }, format) },
		options: { ...NO_OPTIONS, ...options },
		by,
		at,
	});
const importOf = async (header: string[], rows: Cell[][], extra: Extra = {}) => {
	const plan = await planOf(header, rows, extra);
	return { plan, id: await applyRoster(env, db, { plan, filename: "名冊.xlsx", by: byImport(at) }) };
};
const idOf = async (name: string): Promise<number> =>
	(await rowsOf<{ id: number }>("SELECT id FROM members WHERE name = ? ORDER BY id DESC LIMIT 1", name))[0]?.id ?? 0;
const held = async (name: string): Promise<Record<string, string | null>> => {
	const [all] = await readRows(env.DB, valuesStored(await idOf(name)));
	const opened = all.map(async (row) => [row.name, await openedValue(env, row)] as const);
	return Object.fromEntries((await Promise.all(opened)).filter(([, value]) => value !== null));
};
const words = (plan: Awaited<ReturnType<typeof planOf>>): string[][] =>
	plan.rows.map(({ outcome, reasons }) => [outcome, ...reasons.map(reasonWords)]);
const TOLD = ["沒有會員編號", "沒有寫身分，先記為病友"];
let number = 0;
const somebody = (): string => `自訂欄${++number}`;

describe("a column with the name of an own field", () => {
	test("is taken into it, each kind in its own way; special data are sealed, with the consent on paper", async () => {
		const name = somebody();
		const header = ["姓名", "用餐", "加入團體年（民國）", "疾病", "備忘"];
		const { plan } = await importOf(header, [[name, "全素、不吃牛", "108", "乙病", "吃花生會過敏"]], {
			options: { own_agreed: true },
		});
		expect(plan.mapping.columns.map(({ target, known }) => [target, known])).toEqual([
			["name", true],
			[`f${fields.diet}`, true],
			["ignore", false],
			[`f${fields.disease}`, true],
			[`f${fields.aids}`, true],
		]);
		expect(await held(name)).toMatchObject({ 備忘: "吃花生會過敏" });
		const id = await idOf(name);
		const [stored] = await readRows(env.DB, valuesStored(id));
		expect(stored.filter(({ value, seal_id }) => value !== null && seal_id !== null).map((row) => row.name)).toEqual([
			"疾病",
			"備忘",
		]);
		const choice = (await held(name)).疾病 ?? "";
		expect(
			await rowsOf("SELECT token FROM member_field_tokens WHERE member_id = ? AND field_id = ?", id, fields.disease),
		).toEqual([{ token: fieldToken(env, fields.disease, choice) }]);
		expect(
			await rowsOf("SELECT purpose, given, channel, at FROM member_field_consents WHERE member_id = ?", id),
		).toEqual([{ purpose: "安排合適的服務", given: 1, channel: "paper", at }]);
		const everything = await rowsOf(
			`SELECT changes AS text FROM audit_log WHERE auditable_id = ?1 UNION ALL SELECT before FROM roster_import_rows WHERE member_id = ?2
			UNION ALL SELECT value FROM member_field_values WHERE member_id = ?2 AND seal_id IS NOT NULL`,
			String(id),
			id,
		);
		expect(JSON.stringify(everything)).not.toMatch(/花生|乙病/);
	});

	test("says in words what it does not take, and the rest of the row comes in", async () => {
		const [one, two] = [somebody(), somebody()];
		const header = ["姓名", "疾病", "家長的興趣", "用餐"];
		const plan = await planOf(header, [
			[one, "甲病", "書法", "葷"],
			[two, null, null, "火鍋"],
		]);
		expect(words(plan)).toEqual([
			[
				"create",
				...TOLD,
				"疾病沒有匯入：特種個資須有本人的書面同意，請確認後在「欄位與選項」勾選",
				"家長的興趣沒有匯入：這個欄位只給家長填",
			],
			["error", "用餐「火鍋」看不懂或不正確：請從選項中選擇；停用的選項不能再選"],
		]);
		const { plan: second } = await importOf(
			header,
			[
				[one, "甲病", "書法", "葷"],
				[two, null, null, "火鍋"],
			],
			{ options: { leave_empty: true } },
		);
		expect(words(second)[1]).toEqual([
			"create",
			...TOLD,
			"用餐「火鍋」看不懂，留空：請從選項中選擇；停用的選項不能再選",
		]);
		expect(Object.keys(await held(one))).toEqual(["用餐"]);
		expect(await held(two)).toEqual({});
	});

	test("of special data tells nothing of what the file says, in no reason", async () => {
		const year = await makeField(db, specialInput("確診的年", { kind: "year" }));
		const plan = await planOf(["姓名", "確診的年"], [[somebody(), "祕密的年"]], { options: { own_agreed: true } });
		expect(words(plan)).toEqual([["error", "確診的年看不懂或不正確：請輸入年份，例如 2019 或 民國108年"]]);
		expect(year).toBeGreaterThan(0);
		expect(JSON.stringify(plan.rows)).not.toContain("祕密");
	});

	test("is closed to staff who may not see what is in it, and its values are left out, not made a note", async () => {
		const clerk = await person({ name: "工讀生", roles: [] });
		const seer = await person({ name: "會務秘書", roles: ["secretary"] });
		const header = ["姓名", "疾病", "用餐"];
		const row: Cell[][] = [[somebody(), "甲病", "葷"]];
		const options = { own_agreed: true, keep_unknown: true };
		const [closed, open_] = [
			await planOf(header, row, { options, by: byOf(clerk) }),
			await planOf(header, row, { options, by: byOf(seer) }),
		];
		const own = (plan: typeof closed) => plan.rows[0]?.adds.own.map(({ field }) => field.name);
		expect([own(closed), own(open_)]).toEqual([["用餐"], ["疾病", "用餐"]]);
		expect(closed.rows[0]?.adds.notes).toEqual([]);
		const compared = await rowsOf(
			"SELECT user_id, description FROM audit_log WHERE action = 'member_field.filter' AND user_id IN (?, ?)",
			clerk.id,
			seer.id,
		);
		expect(compared).toEqual([{ user_id: seer.id, description: "疾病" }]);
	});

	test("never renews a consent that was taken back", async () => {
		const name = somebody();
		const header = ["姓名", "生日", "疾病"];
		const row: Cell[][] = [[name, "60/3/5", "甲病"]];
		await importOf(header, row, { options: { own_agreed: true } });
		const id = await idOf(name);
		const end = { purpose: "安排合適的服務", given: false, channel: "paper" } as const;
		await commit(db, [insertConsent(id, end, byImport(at))]);
		expect(await held(name)).toEqual({});
		const { plan } = await importOf(header, row, { options: { own_agreed: true } });
		expect(words(plan)).toEqual([
			["skip", "與系統相同", "疾病沒有匯入：本人已收回這個用途的同意，要重新同意請到會員的頁面辦理"],
		]);
		expect(await held(name)).toEqual({});
	});

	test("wins over what other rosters call so, never over a header of our own", async () => {
		await makeField(db, fieldInput("備註"));
		await makeField(db, fieldInput("手機"));
		const plan = await planOf(["姓名", "備註", "手機"], [[somebody(), "甲", "0912345678"]]);
		expect(plan.mapping.columns.map(({ target }) => target)).toEqual([
			"name",
			expect.stringMatching(/^f\d+$/),
			"phone",
		]);
	});
});

describe("what is stored already", () => {
	test("is updated by the file, kept with 只補空白, and a choice that was retired stays with who has it", async () => {
		const [name, other] = [somebody(), somebody()];
		const header = ["姓名", "生日", "用餐", "加入團體年"];
		await importOf(header, [[name, "60/3/5", "葷", "108"]]);
		const [all] = await readRows(env.DB, activeFields());
		const diet = all.find(({ id }) => id === fields.diet);
		const version =
			(await rowsOf<{ version: number }>("SELECT version FROM member_fields WHERE id = ?", fields.diet))[0]?.version ??
			0;
		const choices: { id: number; name: string }[] = JSON.parse(diet?.choices ?? "[]");
		const sent = Object.fromEntries(
			choices.flatMap(({ id, name: is }) => [
				[`choice.${id}`, is],
				[`choice.${id}.on`, is === "葷" ? "" : "1"],
			]),
		);
		await editField(db, fields.diet, {
			input: { ...fieldInput("用餐", { kind: "choices" }), is_active: true, version },
			sent,
			by: byImport(at),
		});
		const again = await planOf(header, [
			[name, "60/3/5", "葷", "109"],
			[other, "61/3/5", "葷", null],
		]);
		expect(words(again)).toEqual([
			["update"],
			["error", "用餐「葷」看不懂或不正確：請從選項中選擇；停用的選項不能再選"],
		]);
		const kept = await planOf(header, [[name, "60/3/5", "全素", "109"]], { options: { fill_only: true } });
		expect(words(kept)).toEqual([
			[
				"skip",
				"與系統相同",
				"用餐「全素」與系統不同，保持原來的",
				"加入團體年「2020（民國 109 年）」與系統不同，保持原來的",
			],
		]);
	});

	test("comes back when the import is undone, and the consents that came with it go", async () => {
		const [old, young] = [somebody(), somebody()];
		const header = ["姓名", "生日", "用餐", "疾病"];
		await importOf(header, [[old, "60/3/5", "葷", null]]);
		const before = await held(old);
		at += 1_000;
		const { id } = await importOf(
			header,
			[
				[old, "60/3/5", "全素", "甲病"],
				[young, "61/3/5", "葷", "乙病"],
			],
			{ options: { own_agreed: true } },
		);
		const made = await idOf(young);
		expect(await held(old)).not.toEqual(before);
		expect(await codeOfRaw("DELETE FROM member_field_consents WHERE member_id = ?", made)).toMatch(
			/audit\.append_only/,
		);
		await undoImport(env, db, { id, version: 2, by: byImport(at + 1) });
		expect(await held(old)).toEqual(before);
		expect(await rowsOf("SELECT id FROM members WHERE id = ?", made)).toEqual([]);
		expect(
			await rowsOf("SELECT id FROM member_field_consents WHERE member_id IN (?, ?)", made, await idOf(old)),
		).toEqual([]);
		expect(await rowsOf("SELECT 1 FROM member_field_tokens WHERE member_id = ?", made)).toEqual([]);
	});

	test("that changed since the import is not undone", async () => {
		const name = somebody();
		const { id } = await importOf(["姓名", "生日", "用餐"], [[name, "60/3/5", "葷"]]);
		await env.DB.prepare("UPDATE members SET version = version + 1 WHERE name = ?").bind(name).run();
		expect(await undoImport(env, db, { id, version: 2, by: byImport(at + 1) }).catch(codeOf)).toBe("import.changed");
	});
});

const codeOfRaw = (sql: string, ...params: number[]) =>
	env.DB.prepare(sql)
		.bind(...params)
		.run()
		.then(
			() => "done",
			(error: Error) => error.message,
		);

/** The same numbers each time: a small generator, so that a failure is found again. */
function random(seed: number): (most: number) => number {
	let state = seed;
	return (most) => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor((state / 2_147_483_648) * most);
	};
}

const TEXTS = [
	"=1+1",
	"'=1+1",
	"-",
	"無",
	"同上",
	"0",
	"3、4",
	'he said "no"',
	"a,b",
	"臺中",
	"-3",
	"＋1",
	"是",
	"２０２０",
];
const NAMES = ["無", "輕度、中度", "其他", "重度", "a/b", "是", "甲,乙", "輕度"];
const VALUES: Record<string, (pick: (most: number) => number) => string> = {
	text: (pick) => TEXTS[pick(TEXTS.length)] ?? "",
	number: (pick) => ["-3", "0", "1.25", "-0.5", "120000", "7"][pick(6)] ?? "",
	date: (pick) => `20${10 + pick(15)}-0${1 + pick(9)}-1${pick(10)}`,
	year: (pick) => String(1950 + pick(75)),
	yes_no: (pick) => String(pick(2)),
};

type Made = { id: number; kind: string; choices: number[] };
/** Makes a plain and a sealed field of each kind, with choices whose names are hard to tell apart in a file. */
async function fieldsOfEachKind(): Promise<Made[]> {
	const made: Made[] = [];
	for (const kind of ["text", "number", "date", "year", "yes_no", "choice", "choices"] as const)
		for (const isSpecial of [false, true]) {
			const more = { kind, new_choices: kind.startsWith("choice") ? NAMES : [] };
			const label = `${isSpecial ? "密" : "明"}-${kind}`;
			const id = await makeField(db, isSpecial ? specialInput(label, more) : fieldInput(label, more));
			const choices = await rowsOf<{ id: number }>("SELECT id FROM member_field_choices WHERE field_id = ?", id);
			made.push({ id, kind, choices: choices.map((one) => one.id) });
		}
	return made;
}
function anyValue({ kind, choices }: Made, pick: (most: number) => number): string {
	const some = choices.filter(() => pick(2) === 0);
	if (kind === "choice") return String(choices[pick(choices.length)]);
	return kind === "choices" ? JSON.stringify(some.length > 0 ? some : choices) : (VALUES[kind]?.(pick) ?? "");
}
async function fill(
	ids: readonly number[],
	made: readonly Made[],
	pick: (most: number) => number,
): Promise<OwnField[]> {
	const [all] = await readRows(env.DB, activeFields());
	const values = ids.flatMap((id) =>
		made.map(async (one) => {
			const field = all.find((row) => row.id === one.id);
			const value = field && pick(4) > 0 && (await sealedWrite(env, { field, from: null, to: anyValue(one, pick) }));
			return value ? [{ id, ...value }] : [];
		}),
	);
	const consents = ids.map((id) => ({ id, purpose: "安排合適的服務" }));
	await commit(db, [
		...insertPaperConsents(consents, byImport(at)),
		...putValues((await Promise.all(values)).flat(), at),
	]);
	return all.filter(({ id }) => made.some((one) => one.id === id));
}

test.each([1, 2, 3])(
	"an export of members with own fields of every kind changes nothing when it comes back (%i)",
	async (seed) => {
		const made = await fieldsOfEachKind();
		const people = Array.from({ length: 12 }, () => somebody());
		await importOf(
			["姓名", "生日", "會員編號"],
			people.map((name, nth) => [name, `6${nth % 10}/3/5`, `RT${seed}${nth}`]),
		);
		const ids = await Promise.all(people.map(idOf));
		const taken = await fill(ids, made, random(seed * 7_919));
		const asked = made.map(({ id }) => id);
		const [exported] = await readRows(env.DB, listedMembers({ ids }, 100, asked));
		const own = await ownFileColumns(env, taken, exported);
		const { header, rows } = sheetOf({ rows: exported, names: COLUMN_NAMES, own, today: "2026-11-21" });
		for (const format of ["xlsx", "csv"] as const) {
			const plan = await planOf(header, rows, { format });
			expect(words(plan).filter(([outcome]) => outcome !== "skip")).toEqual([]);
			expect(countsOf(plan.rows)).toMatchObject({ skip: 12, same: 12, update: 0, fill: 0, error: 0, conflict: 0 });
		}
	},
);
