/**
 * `npm run members:import-roster -- <roster>`: imports an association's list of members into the database
 * (docs/import.md). It is a dry run unless --apply is given; safe to repeat: a second run changes nothing, and a run
 * that fails or is killed leaves everything as it was. Works beside a running `npm start`.
 */
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { Db } from "#db/commit.ts";
import { applyRoster, lookAtRoster, type PlannedImport, planRoster } from "#domain/people/roster/actions.ts";
import { readChoices } from "#domain/people/roster/mapping.ts";
import { NO_OPTIONS, type RosterOptions } from "#domain/people/roster/options.ts";
import { countsOf } from "#domain/people/roster/plan.ts";
import type { ImportedFile } from "#domain/system/imports/draft.ts";
import { byImport } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dataDirectory } from "./bindings.ts";
import { progress } from "./content/terminal.ts";
import { big5, fileOf, HEADER_REFUSED, headerRows, KEY_REFUSED, sealingKey, withDatabase } from "./roster/command.ts";
import { countWords, printMapping, printTable, printToConfirm, writeReport } from "./roster/report.ts";

const HELP = `npm run members:import-roster -- <roster.xlsx|.ods|.csv> [options]

Imports a list of members. It finds the header and the columns by their Chinese names, and shows what it would do with
every row: create, update, fill, conflict, skip, error. Nothing is written without --apply, and then all of it or nothing.
Rows in conflict or with an error are left out; a second run changes nothing. docs/import.md tells how rows are read.

  --apply            write it
  --survey <file>    e-mails from a survey: they fill empty ones only
  --map <column>=<field>,...
                     what a column is, by its header or its letter: 電話=phone_home,C=name,113=paid:2024,備註2=note
  --header <row>     the row of the header, or the two of them (3 or 3-4), where it is not found
  --accept-dates     take dates that read two ways (12/3/5) as they are shown
  --leave-empty      import a row without the cells that cannot be read, instead of leaving the row out
  --strict           leave out a row whose national id cannot be read, instead of importing it without the id
  --keep-unknown     keep columns that nobody knows as a note
  --accept-names     take a row of the survey as the only person of its name, where nothing contradicts it
  --fill-only        fill what is empty, change nothing that is there
  --report <file>    where the report goes (default report/members-import-roster.json in DATA_DIR); it holds personal data
  --remote           the deployed database instead of the one in DATA_DIR (${process.env.DATA_DIR ?? ".data"}); needs the
                     Worker's SEALING_KEY in the environment
  --help             this text

Exit codes: 0 done, or a dry run; 1 nothing was written; 2 wrong use.`;

const options = readOptions();
const at = Date.now();
await withDatabase(options, run);

async function run(keys: { SEALING_KEY: string }, db: Db): Promise<void> {
	const plan = await planned(keys, db);
	printMapping(options.roster, plan.mapping);
	if (options.survey && plan.surveyMapping) printMapping(options.survey, plan.surveyMapping);
	printTable(plan.rows);
	console.log("");
	printToConfirm(plan.rows);
	const id = options.apply ? await apply(keys, db, plan) : null;
	const about = { file: options.roster, survey: options.survey ?? null, at: new Date(at).toISOString(), import: id };
	writeReport(options.report, plan.rows, { ...about, seconds: (Date.now() - at) / 1000 });
	console.log(
		countWords(countsOf(plan.rows)) + (options.apply ? "" : "; dry run: nothing was written (--apply writes)"),
	);
	console.log(`Report: ${options.report}`);
}

async function planned(keys: { SEALING_KEY: string }, db: Db): Promise<PlannedImport> {
	const [roster, survey] = [fileOf(options.roster), options.survey === undefined ? undefined : fileOf(options.survey)];
	const columns = options.map === undefined ? {} : await chosen(roster, options.map);
	return planRoster(keys, db, { roster, survey, options: { ...options.reading, columns }, at, big5 });
}

/**
 * Returns the column choices of --map; refuses with `import.no_header` a file without a header, and a --map that does
 * not fit the file's columns.
 */
async function chosen(roster: ImportedFile, map: string): Promise<RosterOptions["columns"]> {
	const { mapping } = await lookAtRoster(roster, { options: options.reading, big5 });
	if (!mapping) throw new Refusal("import.no_header");
	const { columns, unknown } = readChoices(map, mapping);
	return unknown.length > 0 ? refuse(`--map does not fit the file: ${unknown.join(", ")}`) : columns;
}

async function apply(keys: { SEALING_KEY: string }, db: Db, plan: PlannedImport): Promise<number | null> {
	const counts = countsOf(plan.rows);
	if (counts.create + counts.update + counts.fill === 0) {
		console.log("Nothing to write.");
		return null;
	}
	console.log("Writing ...");
	const bar = progress("Sealing records");
	const filename = basename(options.roster);
	const id = await applyRoster(keys, db, { plan, filename, by: byImport(at), report: bar.update });
	bar.end();
	console.log(`Written as import ${id}, in ${((Date.now() - at) / 1000).toFixed(1)} s.`);
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
	if (roster === undefined || more.length > 0) refuse("Name one roster.");
	for (const file of [roster, values.survey])
		if (file !== undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) refuse(`${file} is not a file.`);
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
				survey: text,
				map: text,
				header: text,
				report: text,
			},
		});
	} catch (error) {
		return refuse(error instanceof Error ? error.message : String(error));
	}
}

function refuse(message: string): never {
	console.error(`${message}\n\nnpm run members:import-roster -- --help tells more.`);
	process.exit(2);
}
