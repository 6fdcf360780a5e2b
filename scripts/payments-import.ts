/**
 * `npm run payments:import -- <list>`: imports an association's past payments into the database (docs/import.md). It is
 * a dry run unless --apply is given; safe to repeat: a second run changes nothing, and a run that fails or is killed
 * leaves everything as it was. Works beside a running `npm start`.
 */
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
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
} from "./roster/command.ts";
import { paymentReasonWords, saidWords } from "./roster/payment-words.ts";

const HELP = `npm run payments:import -- <payments.xlsx|.ods|.csv> [options]

Imports past payments. It finds the header and the columns by their Chinese names (會員編號, 姓名, 年度, 會費種類, 金額,
繳費日期, 核對日期, 繳費方式, 末五碼, 收據號碼, 備註), and shows what it would do with every row: create, conflict, error,
skip. Nothing is written without --apply, and then all of it or nothing. What is written is verified as of its day: the old
receipt's number stays as text, no receipt, voucher or mail is made. A second run changes nothing. docs/import.md tells more.

  --apply            write it
  --map <column>=<field>,...
                     what a column is, by its header or its letter: 日期=paid_on,C=amount,備註2=remark,D=ignore
  --header <row>     the row of the header, or the two of them (3 or 3-4), where it is not found
  --report <file>    where the report goes (default report/payments-import.json in DATA_DIR); it holds personal data
  --remote           the deployed database instead of the one in DATA_DIR (${process.env.DATA_DIR ?? ".data"}); needs the
                     Worker's SEALING_KEY in the environment
  --help             this text

Exit codes: 0 done, or a dry run; 1 nothing was written; 2 wrong use.`;

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
	console.log(countWords(plan.rows) + (options.apply ? "" : "; dry run: nothing was written (--apply writes)"));
	console.log(`Report: ${options.report}`);
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
	return unknown.length > 0 ? refuse(`--map does not fit the file: ${unknown.join(", ")}`) : { ...reading, columns };
}

function printMapping({ mapping: { sheet, header, columns } }: PlannedImport): void {
	const titled = columns.map((column) => ({
		...column,
		title: `${columnName(column.index)} ${column.header || "(no header)"}`,
	}));
	console.log(`${options.list}: sheet "${sheet}", header in row ${header + 1}`);
	const known = titled.filter(({ target }) => target !== "ignore");
	console.log(`  ${known.map(({ title, target }) => `${title} = ${target}`).join(", ")}`);
	const rest = titled.filter(({ target, known: isKnown }) => target === "ignore" && !isKnown);
	if (rest.length > 0) console.log(`  Not imported (--map): ${rest.map(({ title }) => title).join(", ")}`);
}

/**
 * Prints what the import would do with each row, by outcome, those that need a decision first; then how often each kind
 * of thing must be confirmed.
 */
function printTable(rows: readonly PlannedPayment[]): void {
	for (const outcome of PAYMENT_OUTCOMES) {
		const some = rows.filter((row) => row.outcome === outcome);
		if (some.length === 0) continue;
		console.log(`\n${outcome} (${some.length})`);
		for (const row of some.slice(0, SHOWN)) console.log(line(row));
		if (some.length > SHOWN) console.log(`  … and ${some.length - SHOWN} more in the report`);
	}
	console.log("");
	const asked = new Set<PaymentReasonCode>(TO_CONFIRM);
	const said = Map.groupBy(
		rows.flatMap(({ reasons }) => reasons),
		({ code }) => code,
	);
	for (const [code, all] of said)
		if (asked.has(code)) console.log(`To confirm: ${paymentReasonWords({ code })} (${all.length})`);
}

function line(row: PlannedPayment): string {
	const reasons = row.reasons.map(paymentReasonWords).join("; ");
	const said = row.outcome === "skip" ? "" : saidWords(row);
	return `  ${String(row.row).padStart(5)}  ${row.name}${reasons ? `  [${reasons}]` : ""}${said ? `  ${said}` : ""}`;
}

function countWords(rows: readonly PlannedPayment[]): string {
	const counts = countsOf(rows);
	const words = PAYMENT_OUTCOMES.map((outcome) => `${outcome} ${counts[outcome]}`).join(", ");
	return `${words} (${counts.same} of them the same), NT$${counts.total}`;
}

async function apply(keys: { SEALING_KEY: string }, db: Db, plan: PlannedImport): Promise<number | null> {
	if (countsOf(plan.rows).create === 0) {
		console.log("Nothing to write.");
		return null;
	}
	console.log("Writing ...");
	const id = await applyList(keys, db, { plan, filename: basename(options.list), by: byImport(at) });
	console.log(`Written as import ${id}, in ${((Date.now() - at) / 1000).toFixed(1)} s.`);
	return id;
}

function writeReport(rows: readonly PlannedPayment[], id: number | null): void {
	const about = { file: options.list, at: new Date(at).toISOString(), import: id, seconds: (Date.now() - at) / 1000 };
	const told = rows.map((row) => ({
		row: row.row,
		name: row.name,
		outcome: row.outcome,
		record: row.member?.id ?? null,
		reasons: row.reasons.map(paymentReasonWords),
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
	if (list === undefined || more.length > 0) refuse("Name one list of payments.");
	if (!statSync(list, { throwIfNoEntry: false })?.isFile()) refuse(`${list} is not a file.`);
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
		return refuse(error instanceof Error ? error.message : String(error));
	}
}

function refuse(message: string): never {
	console.error(`${message}\n\nnpm run payments:import -- --help tells more.`);
	process.exit(2);
}
