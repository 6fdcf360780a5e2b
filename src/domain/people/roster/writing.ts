import type { MemberStatus } from "#domain/people/members/codes.ts";
import { PLAIN_FIELDS, type PlainField, type PlainInput } from "#domain/people/members/fields.ts";
import type { GuardianStanding } from "#domain/system/index.ts";
import { guardiansNow } from "./guardians.ts";
import { OF_ORGANISATIONS } from "./organisations.ts";
import type { PlanRow } from "./plan-row.ts";

/** A row that makes or changes a record, with the id that the record has or will have. */
export type Task = {
	plan: PlanRow;
	id: number;
	isNew: boolean;
	plain: PlainInput;
	/** What only an organisation has. */
	organisation: { tax_id?: string | null; seats?: string | null };
	nationalId: string | undefined;
};

/** Returns the rows to be written; new records get ids from `firstId` up, in the order of the file. */
export function tasksOf(rows: readonly PlanRow[], firstId: number): Task[] {
	let next = firstId;
	return rows
		.filter((row) => row.outcome === "create" || ((row.outcome === "update" || row.outcome === "fill") && row.known))
		.map((plan) => ({
			plan,
			id: plan.known?.id ?? next++,
			isNew: plan.known === undefined,
			plain: plainOf(plan),
			organisation: Object.fromEntries(
				plan.adds.changes
					.filter(({ field }) => OF_ORGANISATIONS.some((one) => one === field))
					.map(({ field, to }) => [field, to]),
			),
			nationalId: plan.adds.changes.find(({ field }) => field === "national_id")?.to ?? undefined,
		}));
}

const isPlain = (field: string): field is PlainField => PLAIN_FIELDS.some((one) => one === field);

/** Returns the readable columns to be written. Their values were checked when they were read. */
const plainOf = ({ adds }: PlanRow): PlainInput =>
	Object.fromEntries(adds.changes.filter(({ field }) => isPlain(field)).map(({ field, to }) => [field, to]));

/** A record that gets guardians: whom it had before, and who comes newly. */
export type NewGuardians = { id: number; before: number[]; come: { guardian: number; as: GuardianStanding | null }[] };

/** Returns the records of an import that get a guardian. */
export function newGuardians(tasks: readonly Task[]): NewGuardians[] {
	const byRow = new Map(tasks.filter(({ plan }) => plan.source === "roster").map(({ plan, id }) => [plan.row, id]));
	return tasks.flatMap(({ id, plan: { known, guardian, second } }) => {
		const come = [guardian, second].flatMap((link) => {
			const to = link && ("id" in link ? link.id : byRow.get(link.row));
			return to === undefined ? [] : [{ guardian: to, as: link?.as ?? null }];
		});
		return come.length === 0 ? [] : [{ id, before: guardiansNow(known), come }];
	});
}

/** Returns the status of a new record (from the roster, else `active`) and the day on which the membership ended. */
export const newStatus = ({ plan }: Task): { status: MemberStatus; left_on: string | null } => ({
	status: plan.values.status ?? "active",
	left_on: plan.values.left_on ?? null,
});

/**
 * Returns the number under which a row is stored: rows of the survey get negative numbers, so that they do not collide
 * with the rows of the roster.
 */
export const rowNumber = ({ source, row }: Pick<PlanRow, "source" | "row">): number =>
	source === "survey" ? -row : row;

/** Returns the outcome of a row as an applied import stores it. */
export function writtenOutcome({ outcome, reasons }: PlanRow): WrittenOutcome {
	if (outcome === "skip") return reasons.some(({ code }) => code === "same") ? "unchanged" : "skipped";
	if (outcome === "fill") return "filled";
	// A row that nobody confirmed is not written: it is in doubt, and its reason says that only the confirmation is missing.
	if (outcome === "confirm") return "conflict";
	return outcome === "create" ? "created" : outcome === "update" ? "updated" : outcome;
}

/** The stored outcomes of a row of an applied import. */
export const WRITTEN_OUTCOMES = ["created", "updated", "filled", "unchanged", "conflict", "skipped", "error"] as const;
export type WrittenOutcome = (typeof WRITTEN_OUTCOMES)[number];

/** Whether a row is not written because of a doubt or an error. */
export const isStopped = ({ outcome }: PlanRow): boolean =>
	outcome === "conflict" || outcome === "confirm" || outcome === "error";

/** The result of a row that concerns no record, as an applied import stores it: the codes of its reasons alone. */
type ResultOfNobody = { row: number; outcome: WrittenOutcome; member: null; version: null; before: string };

/**
 * Returns the results of rows that concern no record. A survey's row whose e-mail went into a row of the roster is
 * among them: the roster's row has the result.
 */
export const rowsOfNobody = (rows: readonly PlanRow[]): ResultOfNobody[] =>
	rows
		.filter((plan) => plan.outcome === "skip" || (plan.source === "survey" && plan.outcome === "fill" && !plan.known))
		.map((plan) => ({
			row: rowNumber(plan),
			outcome: writtenOutcome(plan),
			member: null,
			version: null,
			before: JSON.stringify({ codes: plan.reasons.map(({ code }) => code) }),
		}));
