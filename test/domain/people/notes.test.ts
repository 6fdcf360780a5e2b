import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { countNotes, notesOf } from "#db/people/notes.ts";
import { readRows } from "#db/read.ts";
import { addNote, correctNote, hideNote } from "#domain/people/notes/actions.ts";
import { NoteInput } from "#domain/people/notes/form.ts";
import { mayCorrect, noteHas } from "#domain/people/notes/rules.ts";
import { byImport } from "#kernel/by.ts";
import { insert } from "../../support/content.ts";
import { codeOf } from "../../support/refusal.ts";
import { AT, auditOf, by, person, rows } from "../../support/users.ts";

const db = open(env.DB);
const DAY = 86_400_000;
const notable = { type: "member", id: 1 } as const;

const read = (content: unknown) => {
	const { data, error } = NoteInput.safeParse({ content });
	return data?.content ?? error?.issues.map(({ message }) => message);
};

describe("what a note says", () => {
	test.each([
		["the ends are cut off, lines stay", "  一\r\n二\r三　", "一\n二\n三"],
		["2,000 characters, of which some are two units", "𠮷".repeat(2_000), "𠮷".repeat(2_000)],
		["spaces around do not count", ` ${"字".repeat(2_000)}\n`, "字".repeat(2_000)],
		["2,001", "字".repeat(2_001), ["備忘錄最多 2,000 字"]],
		["nothing", "", ["請輸入備忘錄內容"]],
		["no field", undefined, ["請輸入備忘錄內容"]],
		["only spaces, of every kind", " \t\r\n　\u00a0", ["請輸入備忘錄內容"]],
		["only what nobody sees", "\u200b\u2060\ufeff\u202e", ["請輸入備忘錄內容"]],
		["controls are taken out", "一\u0007二", "一二"],
		["composed", "e\u0301", "é"],
	])("%s", (_, typed, kept) => expect(read(typed)).toEqual(kept));

	test("nothing else is taken", () => expect(NoteInput.safeParse({ content: "好", user_id: "1" }).success).toBe(false));
});

describe("rules", () => {
	const note = { user_id: 7, created_at: AT, hidden_at: null };
	test.each([
		["its author at once", note, { userId: 7, at: AT }, true],
		["just before 24 hours", note, { userId: 7, at: AT + DAY - 1 }, true],
		["at 24 hours", note, { userId: 7, at: AT + DAY }, false],
		["somebody else", note, { userId: 8, at: AT }, false],
		["nobody, of an import", { ...note, user_id: null }, { userId: null, at: AT }, false],
		["hidden", { ...note, hidden_at: AT }, { userId: 7, at: AT }, false],
	])("who may correct: %s", (_, written, who, may) => expect(mayCorrect(written, who)).toBe(may));

	test.each([
		["", true],
		["會費", true],
		[" 林書瑜 ", true],
		["台北", true],
		["ＡＢＣ", true],
		["收據", false],
	])("found by %j", (words, found) => expect(noteHas(words, "臺北的會費 abc", "林書瑜")).toBe(found));
});

describe("verbs", () => {
	beforeEach(async () => {
		await env.DB.batch(["notes", "member_numbers", "members"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
		await insert("members", { id: 1, name: "陳怡君", member_no: "M0001", created_at: 1, updated_at: 1 });
	});
	const stored = () =>
		rows(
			"SELECT id, notable_type, notable_id, user_id, content, version, hidden_at, hidden_reason, created_at FROM notes",
		);
	const count = async () => (await readRows(env.DB, countNotes(notable)))[0][0]?.count;

	test("one is added, with who, when, and an audit row that has none of its words", async () => {
		const author = await person();
		const id = await addNote(db, { notable, content: "紙本會刊改寄新北市。", by: by(author) });
		expect(await stored()).toEqual([
			{
				id,
				notable_type: "member",
				notable_id: 1,
				user_id: author.id,
				content: "紙本會刊改寄新北市。",
				version: 1,
				hidden_at: null,
				hidden_reason: null,
				created_at: AT,
			},
		]);
		expect(await auditOf("note", id)).toEqual([
			{
				at: AT,
				user_id: author.id,
				actor: `user:${author.id}`,
				ip_address: "192.0.2.1",
				action: "note.create",
				description: "member:1",
				changes: '{"characters":10}',
			},
		]);
	});

	test("the same form twice is one note", async () => {
		const author = await person();
		const first = await addNote(db, { notable, content: "一次", by: by(author), key: "k" });
		expect(await addNote(db, { notable, content: "一次", by: by(author), key: "k" })).toBe(first);
		expect(await count()).toBe(1);
	});

	test("an import writes without an author", async () => {
		await addNote(db, { notable, content: "名冊備註", by: byImport(AT) });
		const [[note]] = await readRows(env.DB, notesOf("member", 1));
		expect([note?.user_id, note?.author_name]).toEqual([null, null]);
	});

	test("a record that is not there, or went into another, takes none", async () => {
		await insert("members", { id: 2, name: "陳怡君", merged_into: 1, created_at: 1, updated_at: 1 });
		const author = by(await person());
		for (const id of [2, 99]) {
			const refused = addNote(db, { notable: { type: "member", id }, content: "寫不進去", by: author });
			expect(await refused.catch(codeOf)).toBe("note.no_record");
		}
		expect(await stored()).toEqual([]);
	});

	test("newest first; of the same moment the later one", async () => {
		const author = await person();
		for (const [content, at] of [
			["二", AT + 1],
			["一", AT],
			["三", AT + 1],
		] as const)
			await addNote(db, { notable, content, by: by(author, at) });
		const [found] = await readRows(env.DB, notesOf("member", 1));
		expect(found.map(({ content }) => content)).toEqual(["三", "二", "一"]);
	});

	test("its author corrects it within a day, nobody else and not later", async () => {
		const [author, other] = [await person(), await person()];
		const id = await addNote(db, { notable, content: "舊的字", by: by(author) });
		const ref = { id, version: 1 };
		const correct = (who: { id: number }, at: number, content = "新的") =>
			correctNote(db, ref, { content, by: by(who, at) }).catch(codeOf);
		expect(await correct(other, AT + 1)).toBe("note.not_yours");
		expect(await correct(author, AT + DAY)).toBe("note.not_yours");
		expect(await correct(author, AT + 1, "舊的字")).toBe(undefined);
		expect(await correct(author, AT + 2)).toBe(undefined);
		expect(await correct(author, AT + 3, "更新的")).toBe("note.stale");
		expect((await stored()).map(({ content, version }) => [content, version])).toEqual([["新的", 2]]);
		expect((await auditOf("note", id)).map(({ action, changes }) => [action, changes])).toEqual([
			["note.create", '{"characters":3}'],
			["note.edit", '{"characters":{"from":3,"to":2}}'],
		]);
	});

	test("a hidden one keeps its words and the reason, counts no more, and stays as it is", async () => {
		const author = await person();
		const id = await addNote(db, { notable, content: "寫錯人了", by: by(author) });
		await hideNote(db, { id, version: 1 }, { reason: "寫錯會員", by: by(author, AT + 1) });
		expect((await stored()).map((note) => [note.content, note.hidden_at, note.hidden_reason, note.version])).toEqual([
			["寫錯人了", AT + 1, "寫錯會員", 2],
		]);
		expect(await count()).toBe(0);
		expect((await readRows(env.DB, notesOf("member", 1)))[0]).toEqual([]);
		expect((await readRows(env.DB, notesOf("member", 1, { hidden: true })))[0].map((note) => note.id)).toEqual([id]);
		const again = { reason: "再一次", by: by(author, AT + 2) };
		expect(await hideNote(db, { id, version: 2 }, again).catch(codeOf)).toBe("note.stale");
		const more = { content: "改字", by: by(author, AT + 2) };
		expect(await correctNote(db, { id, version: 2 }, more).catch(codeOf)).toBe("note.not_yours");
		expect((await auditOf("note", id)).map(({ action }) => action)).toEqual(["note.create", "note.hide"]);
	});

	test("what is no note refuses as stale", async () => {
		const author = by(await person());
		expect(await correctNote(db, { id: 99, version: 1 }, { content: "x", by: author }).catch(codeOf)).toBe(
			"note.stale",
		);
		expect(await hideNote(db, { id: 99, version: 1 }, { reason: "x", by: author }).catch(codeOf)).toBe("note.stale");
	});
});
