import { areTwo, type Facts, grouped, type Known, type Records, type RosterRow } from "./match.ts";
import { NOTHING, type PlanRow } from "./plan-row.ts";
import type { Reason } from "./reasons.ts";
import { nameKey } from "./values.ts";

type Answer = { row: RosterRow; email: string; isSure: boolean };
type Among = { records: Records; acceptNames: boolean };

/**
 * Fills in e-mail addresses from a survey for people who have none (docs/import.md#whom-a-row-means). An address that
 * differs from the person's is a conflict, and so are two addresses for one person. The survey's rows are matched by
 * the rules of the roster, but never make a record; a row whose name alone fits, once and without a contradiction, waits
 * to be confirmed (`confirm`) unless `acceptNames`. They are added to `rows`, after the roster's.
 */
export function fillFromSurvey(rows: PlanRow[], answers: readonly RosterRow[], { records, acceptNames }: Among): void {
	const byName = grouped(rows, ({ name }) => nameKey(name));
	const inRoster = new Set(rows.map(({ known }) => known?.id));
	const [sure, likely] = [new Map<PlanRow, Answer[]>(), new Map<PlanRow, Answer[]>()];
	const made: PlanRow[] = [];
	const add = (row: RosterRow, outcome: PlanRow["outcome"], reasons: Reason[]): PlanRow => {
		const plan = surveyRow(row, outcome, reasons);
		made.push(plan);
		return plan;
	};
	const byRecord = new Map<number, PlanRow>();
	for (const row of answers) {
		const found = targetsOf(row, { byName, records, inRoster, byRecord });
		const isSure = found.sure.length > 0;
		const people = isSure ? found.sure : found.named;
		const [target] = people;
		const stop = stopOf(row, people, isSure);
		if (stop) add(row, stop.outcome, [stop.reason]);
		else if (target) {
			const into = isSure ? sure : likely;
			into.set(target, [...(into.get(target) ?? []), { row, email: row.values.email ?? "", isSure }]);
		} else add(row, "skip", [{ code: "not_in_roster" }]);
	}
	for (const [target, given] of [...sure, ...likely]) decide(target, given, { add, acceptNames });
	rows.push(...made, ...[...byRecord.values()].filter(({ outcome }) => outcome === "fill"));
}

/** Returns why none of the people whom a row of the survey may mean gets its e-mail; undefined when nothing stops it. */
function stopOf(
	row: RosterRow,
	people: readonly PlanRow[],
	isSure: boolean,
): { outcome: "error" | "conflict"; reason: Reason } | undefined {
	const refusal = refusalOf(row);
	if (refusal) return { outcome: "error", reason: refusal };
	const isLikely = isSure || people.every((one) => !contradicts(row, one));
	if (people.length < 2 && isLikely) return undefined;
	return { outcome: "conflict", reason: { code: isSure ? "several" : "name_alone", ...placesOf(people) } };
}

function refusalOf({ values, errors, notices }: RosterRow): Reason | undefined {
	const bad = [...errors, ...notices.filter(({ code }) => code === "left_empty")].find(
		({ field }) => field === "email" || field === "name",
	);
	if (bad) return { ...bad, code: bad.code === "left_empty" ? "bad_value" : bad.code };
	return values.email ? undefined : { code: "bad_value", field: "email", text: "" };
}

type Naming = {
	byName: ReadonlyMap<string, PlanRow[]>;
	records: Records;
	inRoster: ReadonlySet<number | undefined>;
	byRecord: Map<number, PlanRow>;
};

/**
 * Returns the rows and records that a survey's row may mean: `sure` by the name and one more key, `named` by the name
 * alone.
 */
function targetsOf(
	row: RosterRow,
	{ byName, records, inRoster, byRecord }: Naming,
): { sure: PlanRow[]; named: PlanRow[] } {
	const isDuplicate = ({ reasons }: PlanRow) => reasons.some(({ code }) => code === "duplicate");
	const inRows = (byName.get(nameKey(row.name)) ?? []).filter((one) => !isDuplicate(one));
	const elsewhere = (records.name.get(nameKey(row.name)) ?? []).filter(({ id }) => !inRoster.has(id));
	const named = [...inRows, ...elsewhere.map((known) => recordRow(known, byRecord))].filter(
		(one) => !areTwo(row, factsOf(one)),
	);
	const { member_no, birth_date, phone, email } = row.values;
	const keys: ((one: Partial<Known>) => boolean)[] = [
		(one) => member_no !== undefined && one.member_no === member_no,
		(one) => birth_date !== undefined && one.birth_date === birth_date,
		(one) => phone !== undefined && one.phone === phone,
		(one) => one.email === email,
	];
	const hits = keys.map((fits) => named.filter((one) => fits({ ...one.known, ...one.values })));
	return { sure: hits.find((some) => some.length > 0) ?? [], named };
}

/** The facts of a row of the roster and of its record, the row's first. */
const factsOf = ({ values, known }: PlanRow): Facts => ({
	hash: known?.national_id_hash,
	numbers: [...(known?.numbers ?? []), ...(values.member_no ? [values.member_no] : [])],
	phone: values.phone ?? known?.phone ?? null,
	phone_home: values.phone_home ?? known?.phone_home ?? null,
});

/** Whether a fact that both have shows that the survey's row and the person of its name are two people. */
function contradicts({ values, hash }: RosterRow, { values: read, known }: PlanRow): boolean {
	const other: Partial<Known> = { ...known, ...read };
	const differ = (a: string | null | undefined, b: string | null | undefined) => Boolean(a) && Boolean(b) && a !== b;
	return (
		FACTS.some((field) => differ(values[field], other[field])) ||
		differ(values.national_id, read.national_id) ||
		differ(hash, known?.national_id_hash)
	);
}
const FACTS = ["member_no", "birth_date", "phone", "phone_home", "email"] as const;

/** Returns the plan row of a record that only the survey names. */
function recordRow(known: Known, byRecord: Map<number, PlanRow>): PlanRow {
	const row = byRecord.get(known.id) ?? { ...surveyRow({ row: 0, name: known.name }, "skip", []), known };
	byRecord.set(known.id, row);
	return row;
}

const surveyRow = (
	{ row, name, values = {} }: { row: number; name: string; values?: RosterRow["values"] },
	outcome: PlanRow["outcome"],
	reasons: Reason[],
): PlanRow => ({
	source: "survey",
	row,
	name,
	outcome,
	reasons,
	values,
	known: undefined,
	adds: NOTHING,
	guardian: undefined,
});

const placesOf = (found: readonly PlanRow[]): Pick<Reason, "rows" | "members"> => {
	const rows = found.filter(({ source }) => source === "roster").map(({ row }) => row);
	const members = found.filter(({ source }) => source === "survey").flatMap(({ known }) => (known ? [known.id] : []));
	return { ...(rows.length > 0 ? { rows } : {}), ...(members.length > 0 ? { members } : {}) };
};

type Add = (row: RosterRow, outcome: PlanRow["outcome"], reasons: Reason[]) => PlanRow;
type Deciding = { add: Add; acceptNames: boolean };

function decide(target: PlanRow, answers: Answer[], { add, acceptNames }: Deciding): void {
	const now = emailOf(target);
	const place = placesOf([target]);
	const emails = new Set(answers.map(({ email }) => email));
	const isStopped = target.source === "roster" && target.outcome !== "create";
	for (const [at, { row, email, isSure }] of answers.entries()) {
		if (now === email) add(row, "skip", [{ code: "has_email", ...place }]);
		else if (now !== null) add(row, "conflict", [{ code: "email_other", text: email, read: now, ...place }]);
		else if (isStopped) add(row, "conflict", [{ code: "row_waits", ...place }]);
		else if (emails.size > 1) add(row, "conflict", [{ code: "email_twice", text: [...emails].join(" "), ...place }]);
		else if (at > 0) add(row, "skip", [{ code: "duplicate", rows: [answers[0]?.row.row ?? 0] }]);
		else if (!isSure && !acceptNames) add(row, "confirm", [{ code: "name_once", ...place }]);
		else fill(target, { row, email, isSure }, add);
	}
}

const emailOf = ({ values, known }: PlanRow): string | null => values.email ?? known?.email ?? null;

function fill(target: PlanRow, { row, email, isSure }: Answer, add: Add): void {
	const accepted: Reason[] = isSure ? [] : [{ code: "name_accepted" }];
	const change = { field: "email" as const, from: null, to: email, fills: true };
	target.adds = { ...target.adds, changes: [...target.adds.changes, change] };
	target.values = { ...target.values, email };
	if (target.source === "roster") {
		target.reasons.push({ code: "email_from_survey", field: "email", text: email });
		add(row, "fill", [{ code: "email_from_survey", rows: [target.row] }, ...accepted]);
	} else
		Object.assign(target, {
			row: row.row,
			outcome: "fill",
			reasons: [{ code: "email_from_survey", text: email }, ...accepted],
		});
}
