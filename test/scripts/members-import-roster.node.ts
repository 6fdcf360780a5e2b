/** `npm run members:import-roster`, run as operators run it, against a database of its own. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import iconv from "iconv-lite";
import type { Cell } from "#kernel/table.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { openDatabase, rows } from "../support/content-database.ts";
import { manyRows, nationalId, ROSTER_HEADER } from "../support/rosters.ts";

const folder = mkdtempSync(join(tmpdir(), "rosters-"));
let data: Awaited<ReturnType<typeof openDatabase>>;
before(async () => {
	data = await openDatabase();
});
after(async () => {
	await data.dispose();
	rmSync(folder, { recursive: true });
});
beforeEach(async () => {
	const tables = "roster_import_rows dues_items roster_imports notes disability_certificates";
	const deletes = tables.split(" ").map((table) => `DELETE FROM ${table}`);
	const members = ["UPDATE members SET guardian_member_id = NULL", "DELETE FROM member_numbers", "DELETE FROM members"];
	await data.env.DB.batch([...deletes, ...members].map((sql) => data.env.DB.prepare(sql)));
});

type Ended = { code: number | null; out: string; err: string };
type How = { environment?: Record<string, string>; watch?: (out: string, kill: () => void) => void };

function run(args: string[], { environment = {}, watch }: How = {}): Promise<Ended> {
	const env = { ...process.env, DATA_DIR: data.folder, SEALING_KEY: "", ...environment };
	const child = spawn(process.execPath, ["scripts/members-import-roster.ts", ...args], { env, detached: true });
	const ended = { out: "", err: "" };
	child.stdout.on("data", (chunk) => {
		ended.out += chunk;
		// The whole group: its workerd would go on, and hold the database.
		watch?.(ended.out, () => {
			try {
				process.kill(-(child.pid ?? Number.NaN), "SIGKILL");
			} catch (error) {
				// It came to its end in the meantime.
				if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
			}
		});
	});
	child.stderr.on("data", (chunk) => (ended.err += chunk));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve({ ...ended, code }));
	});
}

async function roster(name: string, all: Cell[][]): Promise<string> {
	const [header = [], ...lines] = all;
	const file = join(folder, name);
	writeFileSync(file, await writeSheet({ sheet: "名冊", header: header.map(String), rows: lines }, "xlsx"));
	return file;
}
const text = (name: string, content: string | Uint8Array): string => {
	writeFileSync(join(folder, name), content);
	return join(folder, name);
};
const members = () => rows(data.env.DB, "SELECT member_no, name, phone, email FROM members ORDER BY id");
const last = ({ out }: Ended): string => out.trim().split("\n").at(-2) ?? "";

const PEOPLE: Cell[][] = [
	["示例協會 會員名冊"],
	["會員編號", "姓名", "身分", "身分證字號", "出生日期", "聯絡電話", "備註", "鞋號"],
	["M0001", "陳父", "家長", nationalId("A12345678"), "60/3/5", 912_345_678, "電話常打不通", "42"],
	["M0002", "陳子", "病友家屬", null, "12/3/5", null, null, null],
	["M0003", "陳三", "病友", "A123456788", null, null, null, null],
	["M0001", "陳父", "家長", nationalId("A12345678"), "60/3/5", 912_345_678, null, null],
	[null, "小計", null, null, null, null, "4 人", null],
];

test("is a dry run unless it is told to write; a second run changes nothing; the report is the operator's alone", async () => {
	const file = await roster("名冊.xlsx", PEOPLE);
	const survey = text("survey.csv", "\u{FEFF}您的姓名,行動電話,電子郵件信箱\r\n陳父 ,0912345678,F@Example.org\r\n");
	const report = join(folder, "report.json");
	const dry = await run([file, "--survey", survey, "--strict", "--report", report]);
	assert.deepEqual([dry.code, dry.err], [0, ""]);
	assert.match(dry.out, /不匯入的欄（可用 --map 指定，或用 --keep-unknown 併入備忘錄）：H 鞋號/);
	assert.match(dry.out, /待釐清（1 列）\n {6}4 {2}陳子 {2}\[生日「12\/3\/5」有兩種讀法.*：讀作 民國12年3月5日\]/);
	assert.match(dry.out, /有誤（1 列）\n {6}5 {2}陳三 {2}\[身分證字號「A12\*\*\*\*788」看不懂或不正確\]/);
	assert.equal(
		last(dry),
		"待釐清 1、待確認同一人 0、有誤 1、新增 1、更新 0、補資料 1、略過 2（其中 0 列與系統相同）；這是試算，沒有寫入任何資料（加上 --apply 才會寫入）",
	);
	assert.deepEqual(await members(), []);
	const told = JSON.parse(readFileSync(report, "utf8"));
	assert.deepEqual([told.counts.create, told.rows.length, told.rows[0].values.national_id], [1, 6, "A12****789"]);
	assert.equal(statSync(report).mode & 0o777, 0o600);

	const applied = await run([file, "--survey", survey, "--strict", "--apply"]);
	assert.deepEqual([applied.code, applied.err], [0, ""]);
	const written = [{ member_no: "M0001", name: "陳父", phone: "0912345678", email: "f@example.org" }];
	assert.deepEqual(await members(), written);
	const again = await run([file, "--survey", survey, "--strict", "--apply"]);
	assert.deepEqual(
		[again.code, last(again)],
		[0, "待釐清 1、待確認同一人 0、有誤 1、新增 0、更新 0、補資料 0、略過 4（其中 1 列與系統相同）"],
	);
	assert.deepEqual(await members(), written);
	assert.deepEqual(await rows(data.env.DB, "SELECT filename, created_by FROM roster_imports"), [
		{ filename: "名冊.xlsx", created_by: null },
	]);
});

test("without --strict a row comes in without its unreadable id; --accept-names takes names that stand once", async () => {
	const file = await roster("名冊.xlsx", PEOPLE);
	const survey = text("survey.csv", "\u{FEFF}您的姓名,電子郵件信箱\r\n陳三,three@example.org\r\n");
	const dry = await run([file, "--survey", survey]);
	assert.match(dry.out, /待確認同一人（1 列）\n {3}問卷 2 {2}陳三 {2}\[姓名只有一位相同，資料沒有牴觸，請確認是同一人/);
	assert.match(dry.out, /請確認：身分證字號看不懂或不正確，沒有匯入（1 列）/);
	assert.ok(!dry.out.includes("A123456788"));
	const applied = await run([file, "--survey", survey, "--accept-names", "--apply"]);
	assert.deepEqual([applied.code, applied.err], [0, ""]);
	assert.deepEqual((await members()).at(-1), {
		...{ member_no: "M0003", name: "陳三", phone: null, email: "three@example.org" },
	});
	const again = await run([file, "--survey", survey, "--accept-names", "--apply"]);
	assert.match(last(again), /新增 0、更新 0、補資料 0、/);
	// No word of English is left but names of options, files and fields.
	assert.doesNotMatch(
		applied.out.replaceAll(/\S*(?:\/|@|--|\.xlsx|\.json)\S*/g, ""),
		/\b(?:the|row|record|written|import)\b/,
	);
});

test("--map, --header and the options change how it is read", async () => {
	const file = await roster("map.xlsx", [
		["甲欄", "乙欄"],
		["王大明", 912_345_678],
		["李四", "不是電話"],
	]);
	const found = await run([file]);
	assert.deepEqual([found.code, found.err.split("：")[0]], [1, "找不到標題列"]);
	const mapped = await run([file, "--header", "1", "--map", "A=name,乙欄=phone", "--leave-empty", "--apply"]);
	assert.deepEqual([mapped.code, mapped.err], [0, ""]);
	assert.deepEqual(await members(), [
		{ member_no: null, name: "王大明", phone: "0912345678", email: null },
		{ member_no: null, name: "李四", phone: null, email: null },
	]);
	const wrong = await run([file, "--header", "1", "--map", "Z=name"]);
	assert.deepEqual([wrong.code, wrong.err.split("\n")[0]], [2, "--map 和檔案不合：Z=name"]);
});

test("Big5 is read by WHATWG's table, ETEN's own characters among them", async () => {
	// 裏, 恒, 銹, 碁 and 粧 stand where Node's decoder finds other ones; 許功蓋 end in a backslash.
	const file = text(
		"big5.csv",
		iconv.encode("姓名,手機\r\n許功蓋,0912345678\r\n碁恒銹,0922333444\r\n裏粧嫺,0933444555\r\n", "big5"),
	);
	const applied = await run([file, "--apply"]);
	assert.deepEqual([applied.code, applied.err], [0, ""]);
	assert.deepEqual(
		(await members()).map(({ name }) => name),
		["許功蓋", "碁恒銹", "裏粧嫺"],
	);
});

test("what cannot be read says why and writes nothing; wrong use is 2", async () => {
	const cases: [string, string | Uint8Array, RegExp][] = [
		["a.xlsx", "<html>", /檔案打不開/],
		["a.xlsm", "x", /只接受 \.xlsx、\.ods、\.csv/],
		["a.csv", Uint8Array.of(0xff, 0xff, 0x2c), /不是 UTF-8，也不是 Big5/],
		["b.csv", "\n\n", /沒有資料/],
	];
	for (const [name, content, says] of cases) {
		const ended = await run([text(name, content), "--apply"]);
		assert.equal(ended.code, 1);
		assert.match(ended.err, says);
	}
	const help = await run(["--help"]);
	assert.deepEqual([help.code, help.err], [0, ""]);
	assert.match(help.out, /--accept-dates/);
	const [none, gone, flag, remote] = await Promise.all([
		run([]),
		run([join(folder, "nothing.xlsx")]),
		run([text("c.csv", "姓名,手機\n"), "--frobnicate"]),
		run([text("c.csv", "姓名,手機\n"), "--remote"]),
	]);
	assert.deepEqual([none.code, gone.code, flag.code, remote.code], [2, 2, 2, 2]);
	assert.match(flag.err, /^選項 --frobnicate 不認得/);
	assert.match(remote.err, /^請先把環境變數 SEALING_KEY/);
	assert.deepEqual(await members(), []);
});

test("another key than the database was sealed with is found out before anything is written", async () => {
	const file = await roster("名冊.xlsx", PEOPLE);
	await data.env.DB.prepare(
		"INSERT INTO members (name, seal_id, person_key, created_at, updated_at) VALUES ('別人', 'a', '00000000.AAAA', 1, 1)",
	).run();
	const ended = await run([file, "--apply"]);
	assert.equal(ended.code, 1);
	assert.match(ended.err, /SEALING_KEY 不是封存這個資料庫時用的金鑰/);
	assert.equal((await members()).length, 1);
});

test("a process that is killed while it writes leaves all of it or nothing, and the next one goes on", async () => {
	const file = await roster("many.xlsx", [ROSTER_HEADER, ...manyRows(400)]);
	// Killed at once, and some time later, by chance.
	for (const wait of [0, randomInt(50, 500)]) {
		await run([file, "--apply"], {
			watch: (out, kill) => {
				if (out.includes("寫入中...")) setTimeout(kill, wait);
			},
		});
		const count = (await members()).length;
		assert.ok(count === 0 || count === 400, `${count} records are there`);
	}
	const ended = await run([file, "--apply"]);
	assert.deepEqual([ended.code, (await members()).length], [0, 400]);
	const again = await run([file]);
	assert.match(
		last(again),
		/^待釐清 0、待確認同一人 0、有誤 0、新增 0、更新 0、補資料 0、略過 400（其中 400 列與系統相同）/,
	);
});
