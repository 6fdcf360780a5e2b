/**
 * `npm run payments:import -- <list>`: imports an association's past payments into the database (docs/import.md). It is
 * a dry run unless --apply is given; safe to repeat: a second run changes nothing, and a run that fails or is killed
 * leaves everything as it was. Works beside a running `npm start`.
 */
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { OUTCOME_LOOKS, reasonTitle, targetWords } from "#admin/money/payments/imports-words.ts";
import type { Db } from "#db/commit.ts";
import { applyList, lookAtPayments, type PlannedImport, planList } from "#domain/money/payment-imports/actions.ts";
import { PAYMENT_WORDS } from "#domain/money/payment-imports/columns.ts";
import { NO_READING, type PaymentReading } from "#domain/money/payment-imports/options.ts";
import { countsOf, type PlannedPayment } from "#domain/money/payment-imports/plan.ts";
import { PAYMENT_OUTCOMES, type PaymentReasonCode, TO_CONFIRM } from "#domain/money/payment-imports/reasons.ts";
import { choicesIn } from "#domain/system/imports/headers.ts";
import { byImport } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { columnName } from "#kernel/table.ts";
import { dataDirectory } from "./bindings.ts";
import {
	big5,
	fileOf,
	HEADER_REFUSED,
	headerRows,
	KEY_REFUSED,
	sealingKey,
	withDatabase,
	writePrivate,
	wrongUse,
} from "./roster/command.ts";
import { reasonOf, saidWords } from "./roster/payment-words.ts";

const HELP = `npm run payments:import -- <收款.xlsx|.ods|.csv> [選項]

匯入過去的收款。程式依中文欄名（會員編號、姓名、年度、會費種類、金額、繳費日期、核對日期、繳費方式、末五碼、收據號碼、備註）找出
標題列與每一欄，列出每一列會怎麼處理：新增、待釐清、有誤、略過。沒有 --apply 就什麼都不寫入；有 --apply 就全部寫入或全部不寫入。
寫入的收款是當天已核對的：原收據號碼只留文字，不開收據、不製傳票、不寄信。再執行一次不會重複。詳細說明請看 docs/import.md。

  --apply            寫入
  --map <欄>=<欄位>,...
                     指定某一欄是什麼，用標題或字母：日期=paid_on,C=amount,備註2=remark,D=ignore
  --header <列>      標題在第幾列，或哪兩列（3 或 3-4）；找不到標題時使用
  --report <檔案>    報告寫到哪裡（預設為 DATA_DIR 裡的 report/payments-import.json）；內有個人資料
  --remote           使用已部署的資料庫，而不是 DATA_DIR（${process.env.DATA_DIR ?? ".data"}）裡的；環境變數 SEALING_KEY 要設為
                     Worker 的金鑰
  --help             這份說明

結束代碼：0 完成或只是試算；1 沒有寫入；2 用法不對。`;

/** The most rows of an outcome that are printed; the report has all rows. */
const SHOWN = 100;

const options = readOptions();
const at = Date.now();
await withDatabase(options, run);

async function run(keys: { SEALING_KEY: string }, db: Db): Promise<void> {
	const reading = await readingOf();
	const plan = await planList(keys, db, { file: fileOf(options.list), options: reading, at, big5 });
	printMapping(plan);
	printTable(plan.rows);
	const id = options.apply ? await apply(keys, db, plan) : null;
	writeReport(plan.rows, id);
	console.log(countWords(plan.rows) + (options.apply ? "" : "；這是試算，沒有寫入任何資料（加上 --apply 才會寫入）"));
	console.log(`報告：${options.report}`);
}

/**
 * Returns the reading that --header and --map describe; refuses with `import.no_payments` a file with no table of
 * payments, and a --map that does not fit the file's columns.
 */
async function readingOf(): Promise<PaymentReading> {
	const reading = { ...NO_READING, header: options.header };
	if (options.map === undefined) return reading;
	const { mapping } = await lookAtPayments(fileOf(options.list), { options: reading, big5 });
	if (!mapping) throw new Refusal("import.no_payments");
	const { columns, unknown } = choicesIn(options.map, mapping, PAYMENT_WORDS);
	return unknown.length > 0 ? refuse(`--map 和檔案不合：${unknown.join("、")}`) : { ...reading, columns };
}

function printMapping({ mapping: { sheet, header, columns } }: PlannedImport): void {
	const titled = columns.map((column) => ({
		...column,
		title: `${columnName(column.index)} ${column.header || "（沒有標題）"}`,
	}));
	console.log(`${options.list}：工作表「${sheet}」，標題在第 ${header + 1} 列`);
	const known = titled.filter(({ target }) => target !== "ignore");
	console.log(`  ${known.map(({ title, target }) => `${title} = ${targetWords(target)}`).join("、")}`);
	const rest = titled.filter(({ target, known: isKnown }) => target === "ignore" && !isKnown);
	if (rest.length > 0) console.log(`  不匯入的欄（可用 --map 指定）：${rest.map(({ title }) => title).join("、")}`);
}

/**
 * Prints what the import would do with each row, by outcome, those that need a decision first; then how often each kind
 * of thing must be confirmed.
 */
function printTable(rows: readonly PlannedPayment[]): void {
	for (const outcome of PAYMENT_OUTCOMES) {
		const some = rows.filter((row) => row.outcome === outcome);
		if (some.length === 0) continue;
		console.log(`\n${OUTCOME_LOOKS[outcome].word}（${some.length} 列）`);
		for (const row of some.slice(0, SHOWN)) console.log(line(row));
		if (some.length > SHOWN) console.log(`  ...還有 ${some.length - SHOWN} 列，全部寫在報告裡`);
	}
	console.log("");
	const asked = new Set<PaymentReasonCode>(TO_CONFIRM);
	const said = Map.groupBy(
		rows.flatMap(({ reasons }) => reasons),
		({ code }) => code,
	);
	for (const [code, all] of said) if (asked.has(code)) console.log(`請確認：${reasonTitle(code)}（${all.length} 列）`);
}

function line(row: PlannedPayment): string {
	const reasons = row.reasons.map(reasonOf).join("；");
	const said = row.outcome === "skip" ? "" : saidWords(row);
	return `  ${String(row.row).padStart(5)}  ${row.name}${reasons ? `  [${reasons}]` : ""}${said ? `  ${said}` : ""}`;
}

function countWords(rows: readonly PlannedPayment[]): string {
	const counts = countsOf(rows);
	const words = PAYMENT_OUTCOMES.map((outcome) => `${OUTCOME_LOOKS[outcome].word} ${counts[outcome]}`).join("、");
	return `${words}（其中 ${counts.same} 列與系統相同），NT$${counts.total}`;
}

async function apply(keys: { SEALING_KEY: string }, db: Db, plan: PlannedImport): Promise<number | null> {
	if (countsOf(plan.rows).create === 0) {
		console.log("沒有需要寫入的資料。");
		return null;
	}
	console.log("寫入中...");
	const id = await applyList(keys, db, { plan, filename: basename(options.list), by: byImport(at) });
	console.log(`已寫入，匯入編號 ${id}，花了 ${((Date.now() - at) / 1000).toFixed(1)} 秒。`);
	return id;
}

function writeReport(rows: readonly PlannedPayment[], id: number | null): void {
	const about = { file: options.list, at: new Date(at).toISOString(), import: id, seconds: (Date.now() - at) / 1000 };
	const told = rows.map((row) => ({
		row: row.row,
		name: row.name,
		outcome: row.outcome,
		record: row.member?.id ?? null,
		reasons: row.reasons.map(reasonOf),
		said: saidWords(row),
	}));
	writePrivate(options.report, { ...about, counts: countsOf(rows), rows: told });
}

type Options = {
	list: string;
	map: string | undefined;
	header: PaymentReading["header"];
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
	const [list, ...more] = positionals;
	if (list === undefined || more.length > 0) refuse("請寫一個收款清單的檔案。");
	if (!statSync(list, { throwIfNoEntry: false })?.isFile()) refuse(`找不到檔案 ${list}。`);
	return {
		list,
		map: values.map,
		header: values.header === undefined ? null : (headerRows(values.header) ?? refuse(HEADER_REFUSED)),
		apply: values.apply,
		remote: values.remote,
		report: values.report ?? join(dataDirectory(), "report", "payments-import.json"),
		key: sealingKey(values.remote) ?? refuse(KEY_REFUSED),
	};
}

function parse() {
	const flag = { type: "boolean", default: false } as const;
	const text = { type: "string" } as const;
	try {
		return parseArgs({
			allowPositionals: true,
			options: { apply: flag, remote: flag, help: flag, map: text, header: text, report: text },
		});
	} catch (error) {
		return refuse(wrongUse(error));
	}
}

function refuse(message: string): never {
	console.error(`${message}\n\n用法請看 npm run payments:import -- --help`);
	process.exit(2);
}
