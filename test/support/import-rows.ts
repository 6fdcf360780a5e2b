import assert from "node:assert/strict";
import { paymentImport } from "#db/money/payment-imports.ts";
import { importRow } from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { createList, paymentDrafts } from "#domain/money/payment-imports/actions.ts";
import { createImport, rosterDrafts } from "#domain/people/roster/import-actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { csvRow } from "#kernel/csv.ts";
import type { Store } from "./admin-server.ts";

const { imports } = paths.admin.members;
type Keys = Store["env"] & Store["secrets"];
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
	const { fingerprint: seen } = await rosterDrafts.plan(keys, db, { draft, by });
	await rosterDrafts.apply(keys, db, { draft, version: draft.version, seen, answers: {}, by });
	return {
		[imports.show(":id")]: [waiting, written].map(imports.show),
		[imports.columns(":id")]: [imports.columns(waiting)],
		[imports.doubts(":id")]: [imports.doubts(waiting)],
		...(await fillLists({ keys, db }, at)),
	};
}

const LIST = paths.admin.payments.imports;
const LIST_HEADER = [
	"會員編號",
	"姓名",
	"年度",
	"會費種類",
	"金額",
	"繳費日期",
	"核對日期",
	"繳費方式",
	"收據號碼",
	"經手",
];

/** A list of past payments that waits for its confirmation, and one that was written. */
async function fillLists({ keys, db }: { keys: Keys; db: Store["db"] }, at: number): Promise<Record<string, string[]>> {
	const by = byOperator(at);
	const { results } = await db.$client
		.prepare(
			"SELECT member_no, name FROM members WHERE member_no IS NOT NULL AND merged_into IS NULL AND pseudonymised_at IS NULL ORDER BY id LIMIT 2",
		)
		.all<{ member_no: string; name: string }>();
	const lines = results.map(({ member_no, name }) => [
		member_no,
		name,
		"99",
		"常年會費",
		"1,000",
		"99/3/5",
		"99/3/8",
		"劃撥",
		"舊99-012",
		"",
	]);
	const taken = (filename: string, rows: string[][]) => {
		const bytes = new TextEncoder().encode([LIST_HEADER, ...rows].map(csvRow).join(""));
		return createList(keys, db, { upload: { filename, declaredType: "text/csv", bytes }, key: filename, by });
	};
	const wrong = [
		["X0404", "查無此人", "99", "年費", "1000", "99/3/5", "", "現金", "", "林"],
		["", "", "99", "年費", "0", "99/2/30", "", "", "", ""],
	];
	const waiting = await taken("99年收款清冊-待確認.csv", [...lines, ...wrong]);
	const written = await taken("99年收款清冊-已匯入.csv", [...lines.slice(0, 1), ...wrong]);
	const [[draft = assert.fail("no draft")]] = await readRows(db.$client, paymentImport(written));
	const { fingerprint: seen } = await paymentDrafts.plan(keys, db, { draft, by });
	await paymentDrafts.apply(keys, db, { draft, version: draft.version, seen, answers: {}, by });
	return {
		[LIST.show(":id")]: [waiting, written].map(LIST.show),
		[LIST.columns(":id")]: [LIST.columns(waiting)],
	};
}
