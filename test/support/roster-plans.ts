import { interpretRows } from "#domain/people/roster/interpret.ts";
import { mapSheet } from "#domain/people/roster/mapping.ts";
import type { Known, RosterRow } from "#domain/people/roster/match.ts";
import { NO_OPTIONS } from "#domain/people/roster/options.ts";
import { NOTHING_KNOWN } from "#domain/people/roster/own-fields.ts";
import { type PlanInput, planImport } from "#domain/people/roster/plan.ts";
import type { PlanRow } from "#domain/people/roster/plan-row.ts";
import { ownReadingOf } from "#domain/people/roster/reading.ts";
import { tasksOf } from "#domain/people/roster/writing.ts";
import type { Cell } from "#kernel/table.ts";
import { BLANK_MEMBER } from "../../scripts/demo/blank-member.ts";
import { SHIPPED_TYPES } from "./membership-types.ts";

const READING = {
	...{ today: "2026-11-21", types: SHIPPED_TYPES },
	...{ acceptDates: false, leaveEmpty: false, strict: false, keepUnknown: false },
};

/** The people of a small roster; an id stands for its own hash. */
export function rosterRows(header: string[], ...lines: Cell[][]): RosterRow[] {
	const found = mapSheet([{ sheet: "a", rows: [header, ...lines], formulas: new Set() }]);
	if (!found) throw new Error("no header");
	return interpretRows(found.sheet, found.mapping, READING).people.map((row) => ({
		...row,
		hash: row.values.national_id,
	}));
}

/** A record with what is told of it. */
export const knownRecord = (id: number, more: Partial<Known> = {}): Known => ({
	...{ id, version: 1, status: "active", ...BLANK_MEMBER, name: "王大明", national_id_hash: null },
	...{
		guardian_member_id: null,
		second_guardian_id: null,
		standings: [],
		isOrganisation: false,
		tax_id: null,
		seats: null,
		banned: [],
		dependents: 0,
		hasCertificate: false,
		ofStaff: false,
		notes: [],
		duesYears: [],
		groups: [],
		own: NOTHING_KNOWN,
	},
	...more,
	numbers: more.numbers ?? (more.member_no ? [more.member_no] : []),
});

export const planOf = (people: RosterRow[], more: Partial<PlanInput> = {}): PlanRow[] =>
	planImport({
		...{ people, passed: [], known: [], takenNumbers: new Set(), fillOnly: false, family: new Set() },
		own: ownReadingOf(NO_OPTIONS, SHIPPED_TYPES),
		...more,
	});

/** The records after a plan was written, without the database. */
export function afterwards(known: readonly Known[], plan: readonly PlanRow[]): Known[] {
	const all = new Map(known.map((one) => [one.id, one]));
	for (const { id, plain, nationalId } of tasksOf(plan, 1_000)) {
		const before = all.get(id) ?? knownRecord(id);
		const numbers = [...new Set([...before.numbers, ...(plain.member_no ? [plain.member_no] : [])])];
		all.set(id, { ...before, ...plain, numbers, national_id_hash: nationalId ?? before.national_id_hash });
	}
	return [...all.values()];
}
