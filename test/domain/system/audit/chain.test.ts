import { expect, test } from "vitest";
import { faultsOf, missingIds, nextSeal, type Seal, type SealedRow, sealedText } from "#domain/system/audit/chain.ts";
import { auditCsv } from "#domain/system/audit/export.ts";

const row = (id: number): SealedRow => ({
	id,
	at: 1_700_000_000_000 + id,
	user_id: null,
	actor: "cron",
	action: "article.publish",
	auditable_type: "article",
	auditable_id: String(id),
	description: "a\nb",
	ip_address: null,
	changes: '{"a":"é"}',
	on_behalf_of: 3,
});
const seal: Seal = { id: 2, from_id: 4, to_id: 5, count: 2, prev: "p", hash: "h", sealed_at: 9 };
const first: Seal = { id: 1, from_id: 1, to_id: 3, count: 3, prev: "", hash: "p", sealed_at: 8 };

test("the text that is hashed is the documented one, to the byte", () => {
	expect(sealedText(seal, [row(4), row(5)])).toBe(
		`["audit_seals",1,2,4,5,2,9,"p"]\n${[4, 5]
			.map(
				(id) =>
					`[${id},170000000000${id},null,"cron","article.publish","article","${id}","a\\nb",null,"{\\"a\\":\\"é\\"}",3]`,
			)
			.join("\n")}`,
	);
});

test("the next seal covers what is there and stands on the last one", () => {
	expect(nextSeal(first, [row(4), row(5)], 9)).toEqual({
		id: 2,
		from_id: 4,
		to_id: 5,
		count: 2,
		prev: "p",
		sealed_at: 9,
	});
	expect(nextSeal(undefined, [row(1)], 9)).toEqual({ id: 1, from_id: 1, to_id: 1, count: 1, prev: "", sealed_at: 9 });
	expect(nextSeal(first, [], 9)).toBe(undefined);
});

const covered = { rows: [row(4), row(5)], hash: "h" };
test.each([
	["holds", seal, first, covered, []],
	["other contents", seal, first, { ...covered, hash: "x" }, ["a row, or the seal itself, is not what was sealed"]],
	["a row less", seal, first, { rows: [row(5)], hash: "x" }, ["row 4 missing"]],
	["no row left", seal, first, { rows: [], hash: "x" }, ["rows 4 to 5 missing"]],
	["a seal less", { ...seal, id: 4 }, first, covered, ["seals 2 to 3 missing"]],
	["no seal before it", seal, undefined, covered, ["seal 1 missing"]],
	["another chain", { ...seal, prev: "q" }, first, covered, ["it does not stand on the seal before it"]],
	["a gap before it", seal, { ...first, to_id: 2 }, covered, ["it begins at row 4, not at row 3"]],
] as const)("%s", (_, one, before, found, faults) => expect(faultsOf(one, before, found)).toEqual(faults));

test("missing ids are told as rows and runs of rows", () => {
	expect(missingIds([{ id: 2 }, { id: 6 }], 1, 9)).toEqual(["row 1", "rows 3 to 5", "rows 7 to 9"]);
	expect(missingIds([{ id: 1 }, { id: 2 }], 1, 2)).toEqual([]);
	expect(missingIds([], 3, 2)).toEqual([]);
});

test("the export is a CSV for spreadsheets: a mark, a head, times in Taipei, no formulas", async () => {
	async function* pages() {
		yield [
			{
				id: 12,
				at: Date.UTC(2026, 0, 31, 16, 0, 5),
				actor: "user:3",
				userName: "=cmd|' /C calc'!A0",
				onBehalfOfName: null,
				action: "finance.approve",
				type: "finance_document",
				auditableId: "-5",
				description: '說明,"甲"',
				ip: "2001:db8::1",
				changes: '{"a":1}',
			},
		];
	}
	const pieces: string[] = [];
	for await (const piece of auditCsv(pages())) pieces.push(piece);
	expect(pieces.join("")).toBe(
		`\u{FEFF}編號,時間,執行者,姓名,代理對象,動作,對象類型,對象編號,說明,IP 位址,變更內容\r\n12,2026-02-01 00:00:05,user:3,'=cmd|' /C calc'!A0,,finance.approve,finance_document,'-5,"說明,""甲""",2001:db8::1,"{""a"":1}"\r\n`,
	);
});
