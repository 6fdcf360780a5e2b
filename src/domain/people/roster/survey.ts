import { type Decision, type Doubt, doubtOf, namedBy, type Settled } from "./decisions.ts";
import { areTwo, type Facts, grouped, type Known, type Records, type RosterRow } from "./match.ts";
import { NOTHING, type PlanRow } from "./plan-row.ts";
import type { Reason } from "./reasons.ts";
import { nameKey } from "./values.ts";

/** An answer of a survey to one person; `isSure` when more than the name says whom it means, or somebody said so. */
type Answer = Omit<Whom, "target" | "stop"> & { row: RosterRow; email: string; decision: Decision | undefined };
type Add = (row: RosterRow, result: Pick<PlanRow, "outcome" | "reasons" | "doubt">) => void;
type Among = { records: Records; acceptNames: boolean; settled: Settled };

/**
 * Fills in e-mail addresses from a survey for people who have none (docs/import.md#whom-a-row-means). An address that
 * differs from the person's is a conflict, and so are two addresses for one person. The survey's rows are matched by
 * the rules of the roster, but never make a record; a row whose name alone fits, once and without a contradiction, waits
 * to be confirmed (`confirm`) unless `acceptNames`. They are added to `rows`, after the roster's.
 */
export function fillFromSurvey(
	rows: PlanRow[],
	answers: readonly RosterRow[],
	{ records, acceptNames, settled }: Among,
): void {
	const byName = grouped(rows, ({ name }) => nameKey(name));
	const inRoster = new Set(rows.map(({ known }) => known?.id));
	const [sure, likely] = [new Map<PlanRow, Answer[]>(), new Map<PlanRow, Answer[]>()];
	const made: PlanRow[] = [];
	const add: Add = (row, result) => void made.push({ ...surveyRow(row), ...result });
	const byRecord = new Map<number, PlanRow>();
	for (const row of answers) {
		const decision = settled[String(-row.row)];
		const found = targetsOf(row, { byName, records, inRoster, byRecord });
		const { target, stop, ...answer } = whomOf(row, found, decision);
		if (stop) add(row, stop);
		else if (target) {
			const into = answer.isSure ? sure : likely;
			into.set(target, [...(into.get(target) ?? []), { row, email: row.values.email ?? "", decision, ...answer }]);
		} else add(row, { outcome: "skip", reasons: [{ code: "not_in_roster" }] });
	}
	for (const [target, given] of [...sure, ...likely]) decide(target, given, { add, acceptNames });
	rows.push(...made, ...[...byRecord.values()].filter(({ outcome }) => outcome === "fill"));
}

type Stop = Pick<PlanRow, "outcome" | "reasons" | "doubt">;
type Whom = {
	target?: PlanRow | undefined;
	stop?: Stop | undefined;
	isSure: boolean;
	/** The doubt that a decision ended, and what the result tells of it. */
	doubt?: Doubt | undefined;
	told: Reason[];
};

/** Returns whom a row of the survey means, by its keys or by what somebody decided, or why nobody gets its e-mail. */
function whomOf(row: RosterRow, { sure, named }: Found, decision: Decision | undefined): Whom {
	const isSure = sure.length > 0;
	const people = isSure ? sure : named;
	const refusal = refusalOf(row);
	if (refusal) return { stop: { outcome: "error", reasons: [refusal] }, isSure, told: [] };
	const isLikely = isSure || people.every((one) => !contradicts(row, one));
	if (people.length < 2 && isLikely) return { target: people[0], isSure, told: [] };
	const doubt = doubtOf({ code: isSure ? "several" : "name_alone", ...placesOf(people) }, decision);
	const by = namedBy(doubt.decision);
	const target = by && people.find((one) => isNamed(one, by));
	if (target) return { target, isSure: true, doubt, told: [{ code: "settled_same", ...placesOf([target]) }] };
	return { stop: stopBy(doubt), isSure, told: [] };
}

const isOfRoster = ({ source }: PlanRow): boolean => source === "roster";
const isNamed = (one: PlanRow, by: { member: number } | { row: number }): boolean =>
	"row" in by ? isOfRoster(one) && one.row === by.row : !isOfRoster(one) && one.known?.id === by.member;

/** Returns the outcome of a row whose doubt nobody ended with a person: left out as somebody said, else in conflict. */
function stopBy(doubt: Doubt): Stop {
	if (doubt.decision === "skip") return { outcome: "skip", reasons: [{ code: "set_aside" }], doubt };
	if (doubt.decision === "other") return { outcome: "skip", reasons: [{ code: "settled_other" }], doubt };
	return { outcome: "conflict", reasons: [doubt.reason], doubt };
}

function refusalOf({ values, errors, notices }: RosterRow): Reason | undefined {
	const bad = [...errors, ...notices.filter(({ code }) => code === "left_empty")].find(
		({ field }) => field === "email" || field === "name",
	);
	if (bad) return { ...bad, code: bad.code === "left_empty" ? "bad_value" : bad.code };
	return values.email ? undefined : { code: "bad_value", field: "email", text: "" };
}

type Found = { sure: PlanRow[]; named: PlanRow[] };
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
function targetsOf(row: RosterRow, { byName, records, inRoster, byRecord }: Naming): Found {
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
	const row = byRecord.get(known.id) ?? { ...surveyRow({ row: 0, name: known.name }), known };
	byRecord.set(known.id, row);
	return row;
}

const surveyRow = ({
	row,
	name,
	values = {},
}: Pick<PlanRow, "row" | "name"> & { values?: RosterRow["values"] }): PlanRow => ({
	...{ source: "survey", row, name, values, outcome: "skip", reasons: [] },
	...{ known: undefined, adds: NOTHING, guardian: undefined },
});

const placesOf = (found: readonly PlanRow[]): Pick<Reason, "rows" | "members"> => {
	const rows = found.filter(({ source }) => source === "roster").map(({ row }) => row);
	const members = found.filter(({ source }) => source === "survey").flatMap(({ known }) => (known ? [known.id] : []));
	return { ...(rows.length > 0 ? { rows } : {}), ...(members.length > 0 ? { members } : {}) };
};

type Deciding = { add: Add; acceptNames: boolean };

function decide(target: PlanRow, answers: Answer[], { add, acceptNames }: Deciding): void {
	const now = emailOf(target);
	const emailsOf = (some: Answer[]) => new Set(some.map(({ email }) => email));
	const isTwice = emailsOf(answers).size > 1;
	const left = isTwice ? answers.filter(({ decision }) => decision !== "skip") : answers;
	for (const answer of answers) {
		const { row, email, decision } = answer;
		const isEnded = isTwice && emailsOf(left).size === 1 && left.includes(answer);
		const reason = now === email ? undefined : stopOf(target, answer, { now, answers, isEnded });
		const doubt = reason && doubtOf(reason, decision);
		if (now === email) add(row, { outcome: "skip", reasons: [{ code: "has_email", ...placesOf([target]) }] });
		else if (doubt) add(row, stopBy(doubt));
		else if (answer !== left[0])
			add(row, { outcome: "skip", reasons: [{ code: "duplicate", rows: [left[0]?.row.row ?? 0] }] });
		else confirm(target, answer, { add, acceptNames });
	}
}

type Given = { now: string | null; answers: readonly Answer[]; isEnded: boolean };

/** Returns why an answer's e-mail is not taken, whoever the person is. */
function stopOf(target: PlanRow, { email }: Answer, { now, answers, isEnded }: Given): Reason | undefined {
	const place = placesOf([target]);
	const emails = new Set(answers.map((one) => one.email));
	if (now !== null) return { code: "email_other", text: email, read: now, ...place };
	if (isOfRoster(target) && target.outcome !== "create") return { code: "row_waits", ...place };
	return emails.size > 1 && !isEnded ? { code: "email_twice", text: [...emails].join(" "), ...place } : undefined;
}

/** Fills the e-mail of a sure answer, or of one that somebody accepted; any other one waits to be confirmed. */
function confirm(target: PlanRow, answer: Answer, { add, acceptNames }: Deciding): void {
	const reason: Reason = { code: "name_once", ...placesOf([target]) };
	const doubt = doubtOf(reason, answer.decision);
	const told: Reason[] = [{ code: "settled_same", ...placesOf([target]) }];
	const isAccepted = namedBy(doubt.decision) !== undefined || (acceptNames && doubt.decision === undefined);
	if (answer.isSure) fill(target, answer, { add });
	else if (isAccepted) fill(target, { ...answer, told, doubt }, { add });
	else add(answer.row, doubt.decision ? stopBy(doubt) : { outcome: "confirm", reasons: [reason], doubt });
}

const emailOf = ({ values, known }: PlanRow): string | null => values.email ?? known?.email ?? null;

function fill(target: PlanRow, { row, email, told, doubt }: Answer, { add }: { add: Add }): void {
	const change = { field: "email" as const, from: null, to: email, fills: true };
	target.adds = { ...target.adds, changes: [...target.adds.changes, change] };
	target.values = { ...target.values, email };
	if (isOfRoster(target)) {
		target.reasons.push({ code: "email_from_survey", field: "email", text: email });
		add(row, { outcome: "fill", reasons: [{ code: "email_from_survey", rows: [target.row] }, ...told], doubt });
	} else {
		const reasons: Reason[] = [{ code: "email_from_survey", text: email }, ...told];
		Object.assign(target, { row: row.row, outcome: "fill", reasons, doubt });
	}
}
