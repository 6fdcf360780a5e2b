/**
 * `npm run members:import-roster -- <roster>`: imports an association's list of members into the database
 * (docs/import.md). It is a dry run unless --apply is given; safe to repeat: a second run changes nothing, and a run
 * that fails or is killed leaves everything as it was. Works beside a running `npm start`.
 */
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { Db } from "#db/commit.ts";
import { ownColumns } from "#db/people/roster-own.ts";
import { readRows } from "#db/read.ts";
import { applyRoster, lookAtRoster, type PlannedImport, planRoster } from "#domain/people/roster/actions.ts";
import { readChoices } from "#domain/people/roster/mapping.ts";
import { NO_OPTIONS, type RosterOptions } from "#domain/people/roster/options.ts";
import { countsOf } from "#domain/people/roster/plan.ts";
import type { ImportedFile } from "#domain/system/imports/draft.ts";
import { byImport } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dataDirectory } from "./bindings.ts";
import { progress } from "./content/terminal.ts";
import {
	big5,
	fileOf,
	HEADER_REFUSED,
	headerRows,
	KEY_REFUSED,
	sealingKey,
	withDatabase,
	wrongUse,
} from "./roster/command.ts";
import { countWords, printMapping, printTable, printToConfirm, writeReport } from "./roster/report.ts";

const HELP = `npm run members:import-roster -- <名冊.xlsx|.ods|.csv> [選項]

匯入會員名冊。程式依中文欄名找出標題列與每一欄，列出每一列會怎麼處理：新增、更新、補資料、待釐清、待確認同一人、有誤、略過。
沒有 --apply 就什麼都不寫入；有 --apply 就全部寫入或全部不寫入。待釐清、待確認同一人與有誤的列不會匯入；再執行一次不會重複。
怎麼讀每一列，請看 docs/import.md。

  --apply            寫入
  --survey <檔案>    問卷的電子郵件，只補空白的
  --map <欄>=<欄位>,...
                     指定某一欄是什麼，用標題或字母：電話=phone_home,C=name,113=paid:2024,備註2=note
  --header <列>      標題在第幾列，或哪兩列（3 或 3-4）；找不到標題時使用
  --accept-dates     有兩種讀法的日期（12/3/5）照列出的讀法採用
  --leave-empty      看不懂的欄位留空，其餘照樣匯入，而不是整列不匯入
  --strict           身分證字號看不懂的列整列不匯入，而不是不帶身分證字號匯入
  --keep-unknown     認不出來的欄位併入備忘錄
  --fill-only        只補空白，不更改已有的資料
  --own-agreed       自訂欄位裡的特種個資，名冊上每一位都已書面同意保存；沒有這個選項，只匯入系統裡已有同意的人
  --accept-names     問卷上姓名只有一位相同、資料沒有牴觸的列，都當作同一人；請先不加 --apply 看過
  --report <檔案>    報告寫到哪裡（預設為 DATA_DIR 裡的 report/members-import-roster.json）；內有個人資料
  --remote           使用已部署的資料庫，而不是 DATA_DIR（${process.env.DATA_DIR ?? ".data"}）裡的；環境變數 SEALING_KEY 要設為
                     Worker 的金鑰
  --help             這份說明

結束代碼：0 完成或只是試算；1 沒有寫入；2 用法不對。`;

const options = readOptions();
const at = Date.now();
await withDatabase(options, run);

async function run(keys: { SEALING_KEY: string }, db: Db): Promise<void> {
	const plan = await planned(keys, db);
	printMapping(options.roster, plan.mapping);
	if (options.survey && plan.surveyMapping) printMapping(options.survey, plan.surveyMapping);
	printTable(plan);
	console.log("");
	printToConfirm(plan.rows);
	const id = options.apply ? await apply(keys, db, plan) : null;
	const about = { file: options.roster, survey: options.survey ?? null, at: new Date(at).toISOString(), import: id };
	writeReport(options.report, plan.rows, { ...about, seconds: (Date.now() - at) / 1000 });
	console.log(
		countWords(countsOf(plan.rows)) + (options.apply ? "" : "；這是試算，沒有寫入任何資料（加上 --apply 才會寫入）"),
	);
	console.log(`報告：${options.report}`);
}

async function planned(keys: { SEALING_KEY: string }, db: Db): Promise<PlannedImport> {
	const [roster, survey] = [fileOf(options.roster), options.survey === undefined ? undefined : fileOf(options.survey)];
	const columns = options.map === undefined ? {} : await chosen(db, roster, options.map);
	return planRoster(keys, db, { roster, survey, options: { ...options.reading, columns }, at, big5 });
}

/**
 * Returns the column choices of --map; refuses with `import.no_header` a file without a header, and a --map that does
 * not fit the file's columns.
 */
async function chosen(db: Db, roster: ImportedFile, map: string): Promise<RosterOptions["columns"]> {
	const [own] = await readRows(db.$client, ownColumns(null));
	const { mapping } = await lookAtRoster(roster, { options: options.reading, big5, own });
	if (!mapping) throw new Refusal("import.no_header");
	const { columns, unknown } = readChoices(map, mapping);
	return unknown.length > 0 ? refuse(`--map 和檔案不合：${unknown.join("、")}`) : columns;
}

async function apply(keys: { SEALING_KEY: string }, db: Db, plan: PlannedImport): Promise<number | null> {
	const counts = countsOf(plan.rows);
	if (counts.create + counts.update + counts.fill === 0) {
		console.log("沒有需要寫入的資料。");
		return null;
	}
	console.log("寫入中...");
	const bar = progress("封存個人資料");
	const filename = basename(options.roster);
	const id = await applyRoster(keys, db, { plan, filename, by: byImport(at), report: bar.update });
	bar.end();
	console.log(`已寫入，匯入編號 ${id}，花了 ${((Date.now() - at) / 1000).toFixed(1)} 秒。`);
	return id;
}

type Options = {
	roster: string;
	survey: string | undefined;
	map: string | undefined;
	reading: RosterOptions;
	apply: boolean;
	remote: boolean;
	report: string;
	key: string;
};

function readOptions(): Options {
	const { values, positionals } = parse();
	if (values.help) {
		console.log(HELP);
		process.exit(0);
	}
	const [roster, ...more] = positionals;
	if (roster === undefined || more.length > 0) refuse("請寫一個名冊檔案。");
	for (const file of [roster, values.survey])
		if (file !== undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) refuse(`找不到檔案 ${file}。`);
	return {
		roster,
		survey: values.survey,
		map: values.map,
		reading: {
			...NO_OPTIONS,
			header: values.header === undefined ? null : (headerRows(values.header) ?? refuse(HEADER_REFUSED)),
			accept_dates: values["accept-dates"],
			leave_empty: values["leave-empty"],
			strict: values.strict,
			keep_unknown: values["keep-unknown"],
			fill_only: values["fill-only"],
			accept_names: values["accept-names"],
			own_agreed: values["own-agreed"],
		},
		apply: values.apply,
		remote: values.remote,
		report: values.report ?? join(dataDirectory(), "report", "members-import-roster.json"),
		key: sealingKey(values.remote) ?? refuse(KEY_REFUSED),
	};
}

function parse() {
	const flag = { type: "boolean", default: false } as const;
	const text = { type: "string" } as const;
	try {
		return parseArgs({
			allowPositionals: true,
			options: {
				apply: flag,
				remote: flag,
				help: flag,
				"accept-dates": flag,
				"leave-empty": flag,
				strict: flag,
				"keep-unknown": flag,
				"fill-only": flag,
				"accept-names": flag,
				"own-agreed": flag,
				survey: text,
				map: text,
				header: text,
				report: text,
			},
		});
	} catch (error) {
		return refuse(wrongUse(error));
	}
}

function refuse(message: string): never {
	console.error(`${message}\n\n用法請看 npm run members:import-roster -- --help`);
	process.exit(2);
}
