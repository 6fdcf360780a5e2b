import assert from "node:assert/strict";
import { readRows } from "#db/read.ts";
import { importRow } from "#db/roster-reads.ts";
import { byOperator } from "#domain/by.ts";
import { csvRow } from "#domain/csv.ts";
import { applyDraft, createImport, planDraft } from "#domain/roster-imports/actions.ts";
import { paths } from "#http/paths.ts";
import type { Store } from "./admin-server.ts";

const { imports } = paths.admin.members;
const HEADER = ["姓名", "出生日期", "聯絡電話", "血型", "備註"];
/** A new person, a day that can be read in two ways, and one that no calendar has. */
const ROWS = [
	["名冊新會員", "79.5.6", "0987000111", "O", "紙本會刊"],
	["名冊日期兩讀", "12/3/5", "0987000222", "A", ""],
	["名冊日期錯誤", "112/2/30", "0987000333", "B", ""],
];

/** A roster that waits for its confirmation, and one that was written. Returns the addresses of their pages. */
export async function fillImports({ env, db, secrets }: Store, at: number): Promise<Record<string, string[]>> {
	const keys = { ...env, ...secrets };
	const by = byOperator(at);
	const taken = (filename: string, rows: string[][]) => {
		const bytes = new TextEncoder().encode([HEADER, ...rows].map(csvRow).join(""));
		return createImport(keys, db, { roster: { filename, declaredType: "text/csv", bytes }, key: filename, by });
	};
	const waiting = await taken("會員名冊-待確認.csv", ROWS);
	const written = await taken("會員名冊-已匯入.csv", ROWS.slice(0, 1));
	const [[draft = assert.fail("no draft")]] = await readRows(db.$client, importRow(written));
	const { plan } = await planDraft(keys, db, { draft, by });
	await applyDraft(keys, db, { draft, version: draft.version, seen: plan.fingerprint, by });
	return {
		[imports.show(":id")]: [waiting, written].map(imports.show),
		[imports.columns(":id")]: [imports.columns(waiting)],
	};
}
