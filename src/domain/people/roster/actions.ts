import { commit, type Db, type Write } from "#db/commit.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import * as stored from "#db/people/roster.ts";
import { ownColumns } from "#db/people/roster-own.ts";
import * as reads from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { type ImportRef, refuseFamily } from "#db/system/index.ts";
import { ORGANISATION } from "#domain/people/member-fields/rules.ts";
import type { NamedType } from "#domain/people/membership-types/rules.ts";
import { lookAt } from "#domain/system/actions.ts";
import { type Big5, type ImportedFile, inParts, type Report } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Sheet } from "#kernel/table.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { keyIds, sha256Hex } from "#platform/crypto.ts";
import { groupFinder } from "./group-names.ts";
import { interpretRows } from "./interpret.ts";
import { hashed, type KnownKeys, readKnown } from "./known-actions.ts";
import { type Mapping, mapSheet } from "./mapping.ts";
import type { Known } from "./match.ts";
import { choiceOf, NO_OPTIONS, type RosterOptions } from "./options.ts";
import { taxKey } from "./organisations.ts";
import { fieldsTaken, noteCompared, ownWrites } from "./own-actions.ts";
import type { OwnColumn } from "./own-fields.ts";
import { countsOf, planImport } from "./plan.ts";
import type { PlanRow } from "./plan-row.ts";
import { ownReadingOf, readingOf } from "./reading.ts";
import { type SealedTask, sealTask, tellRow, writtenRow } from "./row-actions.ts";
import { isStopped, newGuardians, rowsOfNobody, type Task, tasksOf } from "./writing.ts";

type Keys = { SEALING_KEY: string };

/** The plan of a roster import: what each row would write, and how the files were read. */
export type PlannedImport = {
	rows: PlanRow[];
	/** The membership types that there are. */
	types: readonly NamedType[];
	mapping: Mapping;
	sheet: Sheet;
	surveyMapping: Mapping | undefined;
	/** The digest of `rows`: a later plan of the same files that differs has another one. */
	fingerprint: string;
	keys: KnownKeys;
	/** The existing records that the rows may name, by member id. */
	known: ReadonlyMap<number, Known>;
};

type Planning = {
	roster: ImportedFile;
	survey?: ImportedFile | undefined;
	options: RosterOptions;
	/** The ids of the users who import the roster; rows about records of their families are stopped. */
	users?: readonly number[];
	/** Who plans; left out by a script, whose operator has the key. What is compared with sealed data is recorded. */
	by?: By | undefined;
	at: number;
	big5?: Big5 | undefined;
};

/**
 * Reads a roster, and a survey of e-mail addresses if there is one, and plans what they would change; writes nothing.
 * Refuses what `lookAtRoster` refuses, and `import.no_header` when no row has 姓名 and one more known column.
 */
export async function planRoster(
	env: Keys,
	db: Db,
	{ roster, survey, options, users = [], by, at, big5 }: Planning,
): Promise<PlannedImport> {
	const [types, own] = await readRows(db.$client, membershipTypes(), ownColumns(by?.userId ?? null));
	const today = dateInTaipei(at);
	const reading = readingOf(options, { today, types });
	const main = await readMapped(roster, { options, big5, own });
	const people = interpretRows(main.sheet, main.mapping, reading);
	const asked = survey && (await readMapped(survey, { options: NO_OPTIONS, big5 }));
	const taken = fieldsTaken(main.mapping);
	if (by) await noteCompared(db, taken, by);
	const answers =
		asked && interpretRows(asked.sheet, asked.mapping, { ...reading, leaveEmpty: true, keepUnknown: false });
	const [rows, replies] = [await hashed(env, people.people), await hashed(env, answers?.people ?? [])];
	const isOf = ownReadingOf(options, types);
	const keyed = rows.map((row) => ({
		...row,
		hash: row.hash ?? taxKey(row.values, isOf.asked(row.values) === ORGANISATION),
	}));
	const asking = { users, today, fields: taken.map(({ id }) => id) };
	const { known, keys, groups, ...found } = await readKnown({ env, db }, [...keyed, ...replies], asking);
	const find = groupFinder(groups);
	const plan = planImport({
		people: keyed.map((row) => {
			const { groups: names, notices } = find(row.groups);
			return { ...row, groups: names, notices: [...row.notices, ...notices] };
		}),
		passed: people.passed,
		survey: answers && { people: replies, passed: answers.passed },
		known,
		takenNumbers: found.taken,
		fillOnly: options.fill_only,
		acceptNames: options.accept_names,
		settled: options.settled,
		own: isOf,
		family: found.family,
	});
	const byId = new Map(known.map((one) => [one.id, one]));
	return {
		rows: plan,
		...main,
		types,
		surveyMapping: asked?.mapping,
		keys,
		known: byId,
		fingerprint: await fingerprintOf(plan),
	};
}

/**
 * Whether the key in `SEALING_KEY` is the one that the database was sealed with, judged by the key's id; null when
 * nothing is sealed yet. A script that brings its own key asks before its first write (docs/import.md#options).
 */
export async function isRightKey({ SEALING_KEY }: Keys, db: Db): Promise<boolean | null> {
	const [samples] = await readRows(db.$client, reads.sealedSamples());
	const ids = await keyIds(SEALING_KEY);
	return samples.length === 0 ? null : samples.every(({ sealed }) => ids.some((id) => sealed.startsWith(`${id}.`)));
}

type Files = { options: RosterOptions; big5?: Big5 | undefined; own?: readonly OwnColumn[] };

/**
 * Returns the sheet of a roster and its columns; without a recognised header, the longest sheet alone. Refuses what
 * `lookAt` (system/imports/actions.ts) refuses, such as `import.empty` (no sheet).
 */
export const lookAtRoster = (
	file: ImportedFile,
	{ options, big5, own = [] }: Files,
): ReturnType<typeof lookAt<Mapping>> =>
	lookAt(file, { map: (sheets) => mapSheet(sheets, choiceOf(options), own), big5 });

async function readMapped(file: ImportedFile, files: Files): Promise<{ sheet: Sheet; mapping: Mapping }> {
	const { sheet, mapping } = await lookAtRoster(file, files);
	if (!mapping?.columns.some(({ target }) => target === "name")) throw new Refusal("import.no_header");
	return { sheet, mapping };
}

/** Returns the digest of the rows of a plan, that is, of everything that the import would write or show. */
const fingerprintOf = (rows: readonly PlanRow[]): Promise<string> =>
	sha256Hex(JSON.stringify(rows.map(({ known, ...row }) => ({ ...row, known: known?.id }))));

type Applying = {
	plan: PlannedImport;
	/** The draft of an import that an admin applies; without a draft (in a script) a new import is made. */
	draft?: ImportRef | undefined;
	filename: string;
	by: By;
	/** Further writes for the same batch. */
	also?: readonly Write[] | undefined;
	report?: Report | undefined;
};

/**
 * Writes a plan in one batch, all or nothing, and returns the import's id. Refuses `import.stale` for a draft that was
 * applied already, `import.moved` when one of the records changed since the plan, and `member.own` for a record of the
 * user's family.
 */
export async function applyRoster(
	env: Keys,
	db: Db,
	{ plan, draft, filename, by, also = [], report }: Applying,
): Promise<number> {
	const [[next]] = await readRows(db.$client, reads.nextIds());
	if (!next) throw new Error("the database gave no next ids");
	const id = draft?.id ?? next.roster;
	const tasks = tasksOf(plan.rows, next.member);
	const sealed = await inParts(tasks, (task) => sealTask(env, task, plan.keys.get(task.id)), report);
	const told = await Promise.all(plan.rows.filter(isStopped).map((row) => tellRow(env, id, row)));
	const counts = countsOf(plan.rows);
	await commit(db, [
		...(draft ? [] : [stored.insertImport({ id, filename, mapping: {}, by })]),
		...stored.markApplied(draft ?? { id, version: 1 }, counts, by.at),
		...writesOf(sealed, { id, source: `roster:${filename}`, by }),
		...(await ownWrites(
			env,
			tasks.map((task) => ({ id: task.id, own: task.plan.adds.own })),
			by,
		)),
		refuseFamily(
			tasks.map((task) => task.id),
			by,
		),
		...stored.insertImportRows(id, [...sealed.map(writtenRow), ...told, ...rowsOfNobody(plan.rows)]),
		...stored.auditImport(db, "roster.import", { id, counts, by }),
		...also,
	]);
	return id;
}

function writesOf(
	tasks: readonly SealedTask[],
	{ id: importId, source, by }: { id: number; source: string; by: By },
): Write[] {
	const [made, changed] = [tasks.filter(({ isNew }) => isNew), tasks.filter(({ isNew }) => !isNew)];
	const { at } = by;
	return [
		...stored.insertRecords(made, { source, at, today: dateInTaipei(at) }),
		...stored.updateRecords(
			changed.map(({ id, set, plan }) => ({ id, set, version: plan.known?.version ?? 0 })),
			at,
		),
		...stored.linkGuardians(newGuardians(tasks), by),
		...stored.insertNotes(
			tasks.flatMap(({ id, plan }) => plan.adds.notes.map((content) => ({ id, content }))),
			by,
		),
		...stored.insertCertificateFlags(
			tasks.filter(({ plan }) => plan.adds.certificate).map(({ id }) => id),
			at,
		),
		...stored.insertPaidYears(
			tasks.flatMap(({ id, plan }) => plan.adds.paidYears.map((year) => ({ id, year }))),
			{ importId, by },
		),
		...joinWrites(tasks, by),
		...stored.auditRecords(
			tasks.map(({ id, isNew, changes }) => ({ id, action: isNew ? "member.create" : "member.edit", changes })),
			by,
			`import ${importId}`,
		),
	];
}

/** Returns the writes that take the members into the groups that their rows name, from today on. */
function joinWrites(tasks: readonly Task[], by: By): Write[] {
	const today = dateInTaipei(by.at);
	const joining = tasks.flatMap(({ id, plan }) => plan.adds.groups.map((group) => ({ id, group })));
	return [
		...stored.joinGroups(joining, { today, at: by.at }),
		...stored.auditRecords(
			joining.map(({ id, group }) => ({
				id,
				action: "group.join",
				changes: { group, from_on: today, until_on: null },
			})),
			by,
			"import",
		),
	];
}
