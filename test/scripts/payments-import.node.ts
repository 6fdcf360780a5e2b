/** `npm run payments:import`, run as operators run it, against a database of its own. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Cell } from "#kernel/table.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { openDatabase, rows } from "../support/content-database.ts";

const folder = mkdtempSync(join(tmpdir(), "payments-"));
let data: Awaited<ReturnType<typeof openDatabase>>;
before(async () => {
	data = await openDatabase();
	await data.env.DB.prepare(
		`INSERT INTO members (member_no, name, status, joined_on, created_at, updated_at)
		SELECT 'M' || key, '會員' || key, 'active', '2020-01-01', 1, 1 FROM json_each(?)`,
	)
		.bind(JSON.stringify(Array.from({ length: 5000 }, () => 0)))
		.run();
});
after(async () => {
	await data.dispose();
	rmSync(folder, { recursive: true });
});

type Ended = { code: number | null; out: string; err: string };
function run(args: string[], watch?: (out: string, kill: () => void) => void): Promise<Ended> {
	const env = { ...process.env, DATA_DIR: data.folder, SEALING_KEY: "" };
	const child = spawn(process.execPath, ["scripts/payments-import.ts", ...args], { env, detached: true });
	const ended = { out: "", err: "" };
	child.stdout.on("data", (chunk) => {
		ended.out += chunk;
		watch?.(ended.out, () => process.kill(-(child.pid ?? Number.NaN), "SIGKILL"));
	});
	child.stderr.on("data", (chunk) => (ended.err += chunk));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve({ ...ended, code }));
	});
}
async function list(name: string, [header = [], ...lines]: Cell[][]): Promise<string> {
	const file = join(folder, name);
	writeFileSync(file, await writeSheet({ sheet: "繳費", header: header.map(String), rows: lines }, "xlsx"));
	return file;
}
const last = ({ out }: Ended): string => out.trim().split("\n").at(-2) ?? "";
const count = async () =>
	(await rows(data.env.DB, "SELECT count(*) AS many FROM payments WHERE status = 'verified'"))[0];

const HEADER = ["會員編號", "姓名", "年度", "金額", "繳費日期", "核對日期", "繳費方式", "收據號碼", "鞋號"];
const SOME: Cell[][] = [
	HEADER,
	["M1", "會員1", 113, 1000, "113/3/5", "113/3/8", "轉帳", "舊1", 42],
	["M2", "別人", 113, 1000, "113/3/5", "113/3/8", "轉帳", "舊2", 42],
	["M3", "會員3", 113, 0, "113/3/5", "113/3/8", "轉帳", "舊3", 42],
	[null, "合計", null, 2000, null, null, null, null, null],
];

test("is a dry run unless it is told to write; a second run changes nothing; the report is the operator's alone", async () => {
	const file = await list("some.xlsx", SOME);
	const report = join(folder, "report.json");
	const dry = await run([file, "--report", report]);
	assert.deepEqual([dry.code, dry.err], [0, ""]);
	assert.match(dry.out, /不匯入的欄（可用 --map 指定）：I 鞋號/);
	assert.match(dry.out, /待釐清（1 列）\n {6}3 {2}別人 {2}\[系統裡這位會員的姓名不同（會員 #3）\]/);
	assert.match(dry.out, /有誤（1 列）\n {6}4 {2}會員3 {2}\[金額「0」看不懂或不正確\]/);
	assert.match(
		dry.out,
		/2 {2}會員1 {2}\[沒有寫會費種類，當作常年會費.*繳費日期 2024-03-05，核對日期 2024-03-08，NT\$1000，.*原收據 舊1，常年會費 113 年 .*1,000/,
	);
	assert.equal(
		last(dry),
		"待釐清 1、有誤 1、新增 1、略過 1（其中 0 列與系統相同），NT$1000；這是試算，沒有寫入任何資料（加上 --apply 才會寫入）",
	);
	assert.deepEqual(await count(), { many: 0 });
	const told = JSON.parse(readFileSync(report, "utf8"));
	assert.deepEqual([told.counts.create, told.rows.length, told.import], [1, 4, null]);
	assert.equal(statSync(report).mode & 0o777, 0o600);

	const applied = await run([file, "--apply"]);
	assert.deepEqual([applied.code, applied.err], [0, ""]);
	assert.deepEqual(await count(), { many: 1 });
	const again = await run([file, "--apply"]);
	assert.deepEqual([again.code, last(again)], [0, "待釐清 1、有誤 1、新增 0、略過 2（其中 1 列與系統相同），NT$0"]);
	assert.deepEqual(await count(), { many: 1 });
});

test("--map and --header change how it is read; wrong use is 2, what cannot be read is 1", async () => {
	const file = await list("map.xlsx", [
		["甲", "乙", "丙", "丁"],
		["M9", 113, 1000, "113/3/5"],
	]);
	const found = await run([file]);
	assert.deepEqual([found.code, found.err.split("：")[0]], [1, "找不到標題列"]);
	const mapped = await run([file, "--header", "1", "--map", "A=member_no,乙=年度,丙=amount,D=paid_on"]);
	assert.deepEqual([mapped.code, mapped.err], [0, ""]);
	assert.match(last(mapped), /新增 1/);
	assert.equal((await run([file, "--header", "1", "--map", "Z=amount"])).code, 2);
	assert.equal((await run([])).code, 2);
	assert.equal((await run(["--help"])).code, 0);
});

test("5,000 rows, killed while it writes, are all there or none; run again it goes on", async () => {
	const lines = Array.from({ length: 5000 }, (_, n): Cell[] => [
		`M${n}`,
		`會員${n}`,
		112,
		1000,
		"112/3/5",
		"112/3/8",
		"劃撥",
		`舊112-${n}`,
		null,
	]);
	const file = await list("many.xlsx", [HEADER, ...lines]);
	const before = await count();
	await run([file, "--apply"], (out, kill) => out.includes("寫入中...") && kill());
	const killed = Number((await count())?.many) - Number(before?.many);
	assert.ok([0, 5000].includes(killed), `${killed} of 5000 were written`);
	const ended = await run([file, "--apply"]);
	assert.deepEqual([ended.code, ended.err], [0, ""]);
	assert.equal(Number((await count())?.many) - Number(before?.many), 5000);
	const owed = await rows(
		data.env.DB,
		"SELECT count(*) AS many FROM dues_items WHERE dues_year = 2023 AND status = 'paid' AND paid_amount = 1000",
	);
	assert.deepEqual(owed, [{ many: 5000 }]);
	console.log(/花了 [0-9.]+ 秒/.exec(ended.out)?.[0] ?? "it had been written before it was killed");
});
