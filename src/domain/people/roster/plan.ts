import { ORGANISATION } from "#domain/people/member-fields/rules.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { type Decision, type Doubt, doubtOf, type Settled } from "./decisions.ts";
import { type Additions, allNew, differences, isNothingNew } from "./differences.ts";
import { linkGuardians } from "./guardians.ts";
import { type Known, matchRow, type Records, type RosterRow, recordsOf } from "./match.ts";
import { fitted } from "./organisations.ts";
import { NOTHING_KNOWN, type OwnPlan, type OwnReading, ownWords, planOwn } from "./own-fields.ts";
import { NOTHING, type PlanRow } from "./plan-row.ts";
import type { Outcome, Reason, ReasonCode } from "./reasons.ts";
import type { Passed } from "./rows.ts";
import { settleMatch, settleTwins } from "./settle.ts";
import { fillFromSurvey } from "./survey.ts";
import { namesakesOf } from "./twins.ts";

export type PlanInput = {
	people: readonly RosterRow[];
	passed: readonly Passed[];
	survey?: { people: readonly RosterRow[]; passed: readonly Passed[] } | undefined;
	known: readonly Known[];
	/** The member numbers of deleted records: they are never assigned again. */
	takenNumbers: ReadonlySet<string>;
	/** When true, only empty fields are filled; differing values of the record stay. */
	fillOnly: boolean;
	/** When true, a row of the survey whose name stands once, and which nothing contradicts, is that person. */
	acceptNames?: boolean | undefined;
	/** What was decided about doubtful rows. */
	settled?: Settled | undefined;
	own: OwnReading;
	/** The ids of members of the importing user's family: only other users may write their records. */
	family: ReadonlySet<number>;
};

/**
 * Plans row by row what an import would do; it writes nothing. Rows with an error or a conflict change nothing;
 * planning the same file after it was applied gives only `skip`.
 */
export function planImport({ people, survey, known, takenNumbers, fillOnly, family, ...more }: PlanInput): PlanRow[] {
	const { passed, acceptNames = false, settled = {}, own: ownReading } = more;
	const records = recordsOf(known);
	const { people: told, twins, doubts } = settleTwins(people, settled);
	const context = { records, takenNumbers, fillOnly, family, ownReading, namesakes: namesakesOf(told, records) };
	const rows = told.map((row) =>
		planRow(row, {
			...context,
			twin: twins.get(row.row),
			doubt: doubts.get(row.row),
			decision: settled[String(row.row)],
		}),
	);
	refuseSameRecord(rows, settled);
	fillFromSurvey(rows, survey?.people ?? [], { records, acceptNames, settled });
	const fromSurvey = rows.filter(({ source }) => source === "survey");
	const own = rows.filter(({ source }) => source === "roster");
	linkGuardians(own, new Map(told.map(({ row, guardians }) => [row, guardians])), records);
	refuseFamily(rows, family);
	for (const row of own) settle(row);
	return [
		...own,
		...passed.map((one) => passedRow("roster", one)),
		...fromSurvey,
		...(survey?.passed ?? []).map((one) => passedRow("survey", one)),
	].sort((a, b) => (a.source === b.source ? a.row - b.row : a.source === "roster" ? -1 : 1));
}

type Context = Required<Pick<PlanInput, "takenNumbers" | "fillOnly" | "family">> & {
	records: Records;
	ownReading: OwnReading;
	twin: Reason | undefined;
	/** The doubt about other rows of the file. */
	doubt: Doubt | undefined;
	decision: Decision | undefined;
	namesakes: (row: RosterRow) => Reason[];
};

function planRow(asked: RosterRow, context: Context): PlanRow {
	const { family, fillOnly, twin, namesakes } = context;
	const blank: PlanRow = {
		...{ source: "roster", row: asked.row, name: asked.name, outcome: "create", reasons: [...asked.errors] },
		...{ values: asked.values, known: undefined, adds: NOTHING, guardian: undefined },
	};
	if (asked.errors.length > 0) return { ...blank, outcome: "error" };
	if (twin) return twinRow(blank, twin, context.doubt);
	const { row: meant, known, doubt, isOpen, isSettled, told } = whoIs(asked, context);
	const isOrganisation = context.ownReading.asked({ ...known, ...meant.values }) === ORGANISATION;
	const { row, told: left } = fitted(meant, { known, isOrganisation });
	const plan = { ...blank, values: row.values, doubt, isOrganisation: known?.isOrganisation ?? isOrganisation };
	if (isOpen && doubt?.decision === "skip") return { ...plan, outcome: "skip", reasons: [{ code: "set_aside" }] };
	const isOwn: Reason[] = known && family.has(known.id) ? [{ code: "own", members: [known.id] }] : [];
	// A contact (聯絡人) becomes a member by a step, never by a list.
	const isContact: Reason[] = known?.membership_type === CONTACT ? [{ code: "contact", members: [known.id] }] : [];
	const stops = [...row.conflicts, ...(isOpen && doubt ? [doubt.reason] : []), ...isOwn, ...isContact];
	if (stops.length > 0) return { ...plan, outcome: "conflict", reasons: stops };
	const own = ownOf(row, known, context);
	if (own.bad.length > 0) return { ...plan, outcome: "error", reasons: own.bad };
	const adds = known
		? kept(differences(row, known, own.changes), fillOnly || isSettled)
		: { adds: allNew(row, own.changes), told: [] };
	const notices = known ? knownNotices(row, known) : [...newNotices(row, isOrganisation), ...namesakes(row)];
	const flag: Reason[] = adds.adds.certificate ? [{ code: "certificate_to_verify", field: "certificate" }] : [];
	const reasons = [...row.notices, ...left, ...told, ...notices, ...own.left, ...adds.told, ...flag];
	return { ...plan, known, adds: adds.adds, reasons };
}

/** Returns a row that is the same person as another one of the file. */
function twinRow(blank: PlanRow, twin: Reason, ofRows: Doubt | undefined): PlanRow {
	const outcome = twin.code === "same_person" ? "conflict" : "skip";
	const doubt = ofRows ?? (outcome === "conflict" ? doubtOf(twin, undefined) : undefined);
	return { ...blank, outcome, reasons: [twin], doubt };
}

/** Plans what a row brings of own fields to the record that it means. */
function ownOf(
	row: RosterRow,
	known: Known | undefined,
	{ ownReading: reading }: Pick<Context, "ownReading">,
): OwnPlan {
	const identity = reading.asked({ identity_type: "patient", ...known, ...row.values });
	return planOwn(row.own, { identity, known: known?.own ?? NOTHING_KNOWN, reading });
}

type Who = {
	/** The row, without what is another record's where somebody decided who it is. */
	row: RosterRow;
	known: Known | undefined;
	doubt: Doubt | undefined;
	/** Whether the doubt still stands, and whether a decision about a record ended it. */
	isOpen: boolean;
	isSettled: boolean;
	told: Reason[];
};

/** Finds the record that a row means, by its keys or by what somebody decided. */
function whoIs(row: RosterRow, context: Context): Who {
	const { records, takenNumbers, decision, doubt: ofRows } = context;
	const addsNothing = (known: Known) => {
		const own = ownOf(row, known, context);
		return own.bad.length === 0 && isNothingNew(differences(row, known, own.changes));
	};
	const match = matchRow(row, records, addsNothing);
	const number = row.values.member_no ?? "";
	const reason: Reason | undefined = takenNumbers.has(number) ? { code: "number_taken", text: number } : match.conflict;
	if (!reason) {
		const isSettled = match.known !== undefined && decision === `same:m${match.known.id}`;
		return { row, known: match.known, doubt: ofRows, isOpen: false, isSettled, told: match.notices ?? [] };
	}
	const doubt = doubtOf(reason, decision);
	const settled = settleMatch(row, doubt, { records, takenNumbers });
	if (!settled) return { row, known: undefined, doubt, isOpen: true, isSettled: false, told: [] };
	return { row: settled.row, known: settled.known, doubt, isOpen: false, isSettled: true, told: [settled.told] };
}

/** Returns the additions to be written; with `fillOnly`, differing values are reported and not written. */
function kept(adds: Additions, fillOnly: boolean): { adds: Additions; told: Reason[] } {
	if (!fillOnly) return { adds, told: [] };
	const differing = adds.changes.filter(({ fills }) => !fills);
	const ownDiffering = adds.own.filter(({ fills }) => !fills);
	return {
		adds: {
			...adds,
			changes: adds.changes.filter(({ fills }) => fills),
			own: adds.own.filter(({ fills }) => fills),
		},
		told: [
			...differing.map(({ field, to }): Reason => ({ code: "kept", field, text: to ?? "" })),
			...ownDiffering.map(({ field, to }): Reason => ({ code: "kept", own: field.name, text: ownWords(field, to) })),
		],
	};
}

/** Reports a status that differs from the record's: a membership changes by its steps, never by a list. */
const statusNotice = ({ values: { status } }: RosterRow, known: Known): Reason[] =>
	status === undefined || status === known.status ? [] : [{ code: "status_kept", field: "status", text: status }];

const knownNotices = (row: RosterRow, known: Known): Reason[] => [
	...statusNotice(row, known),
	...owedNotice(row, known),
];

/**
 * Reports years that the roster says are paid but that are owed: they are settled by a payment or a waiver, never by a
 * list.
 */
function owedNotice({ paidYears }: RosterRow, { duesYears }: Known): Reason[] {
	const owed = duesYears.filter(({ year, isOwed }) => isOwed && paidYears.includes(year));
	return owed.map(({ year }) => ({ code: "year_owed", field: "paid_years", text: String(year - 1911) }));
}

const newNotices = ({ values }: RosterRow, isOrganisation: boolean): Reason[] => [
	...(values.member_no ? [] : [{ code: "no_number" as const, field: "member_no" as const }]),
	...(values.identity_type || isOrganisation
		? []
		: [{ code: "identity_assumed" as const, field: "identity_type" as const }]),
];

/** Turns rows that lead to the same record, each by another key, into conflicts, but for those that somebody left out. */
function refuseSameRecord(rows: PlanRow[], settled: Settled): void {
	const byRecord = new Map<number, PlanRow[]>();
	for (const row of rows) if (row.known) byRecord.set(row.known.id, [...(byRecord.get(row.known.id) ?? []), row]);
	const isOut = ({ row }: PlanRow) => settled[String(row)] === "skip";
	for (const [id, group] of byRecord)
		for (const row of group.length > 1 ? group : []) {
			const others = group.filter((other) => other !== row).map((other) => other.row);
			const reason: Reason = { code: "same_person", rows: others, members: [id] };
			const doubt = doubtOf(reason, settled[String(row.row)]);
			if (isOut(row)) Object.assign(row, { ...LEFT_OUT, outcome: "skip", reasons: [{ code: "set_aside" }], doubt });
			else if (group.filter((one) => !isOut(one)).length > 1) {
				stop(row, reason);
				row.doubt = doubt;
			}
		}
}

const LEFT_OUT = { known: undefined, adds: NOTHING, guardian: undefined, second: undefined, doubt: undefined };

function stop(row: PlanRow, reason: Reason): void {
	Object.assign(row, { ...LEFT_OUT, outcome: "conflict", reasons: [reason] });
}

/** Stops rows that would change a record of the importing user's family, or make a member of that family a guardian. */
function refuseFamily(rows: readonly PlanRow[], family: ReadonlySet<number>): void {
	for (const row of rows.filter(({ outcome }) => outcome === "create" || outcome === "fill")) {
		const wished = row.reasons.find(({ code }) => code === "guardian_second_person")?.members ?? [];
		const members = [...(row.known ? [row.known.id] : []), ...wished].filter((id) => family.has(id));
		if (members.length > 0) stop(row, { code: "own", members });
	}
}

/** Whether the data of a row will be written or are in the database already. */
export const isTaken = ({ outcome, reasons }: PlanRow): boolean =>
	outcome === "create" || outcome === "update" || outcome === "fill" || (outcome === "skip" && reasons.some(isSame));
const isSame = ({ code }: Reason): boolean => code === "same";

/** Sets the final outcome of a row that nothing stopped: create, update, fill, or skip when it adds nothing. */
function settle(row: PlanRow): void {
	if (row.outcome !== "create" || row.known === undefined) return;
	if ([...row.adds.changes, ...row.adds.own].some(({ fills }) => !fills)) row.outcome = "update";
	else if (!isNothingNew(row.adds) || row.guardian !== undefined) row.outcome = "fill";
	else {
		row.outcome = "skip";
		row.reasons = [{ code: "same" }, ...row.reasons];
	}
}

const passedRow = (source: PlanRow["source"], { row, reason, text }: Passed): PlanRow => ({
	source,
	row,
	name: text,
	outcome: "skip",
	reasons: [reason],
	values: {},
	known: undefined,
	adds: NOTHING,
	guardian: undefined,
});

export type Counts = Record<Outcome, number> & { same: number };

/** Counts the rows by outcome; `same` counts the skipped rows that the database has already. */
export function countsOf(rows: readonly PlanRow[]): Counts {
	const counts: Counts = { conflict: 0, confirm: 0, error: 0, create: 0, update: 0, fill: 0, skip: 0, same: 0 };
	for (const row of rows) {
		counts[row.outcome]++;
		if (row.reasons.some(isSame)) counts.same++;
	}
	return counts;
}

/** Counts the rows that have each reason. */
export function reasonCounts(rows: readonly PlanRow[]): Map<ReasonCode, number> {
	const counts = new Map<ReasonCode, number>();
	for (const code of rows.flatMap(({ reasons }) => [...new Set(reasons.map((one) => one.code))]))
		counts.set(code, (counts.get(code) ?? 0) + 1);
	return counts;
}
