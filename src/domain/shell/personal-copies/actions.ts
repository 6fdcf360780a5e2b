import * as z from "zod";
import { auditPayee } from "#db/books/index.ts";
import { commit, type Db } from "#db/commit.ts";
import { auditDonor } from "#db/money/index.ts";
import { hasOtherGuardian, hiddenFrom, refuseClosed, refuseStrangers } from "#db/people/index.ts";
import { SECTIONS, type SectionCode } from "#db/personal.ts";
import { readRows } from "#db/read.ts";
import { copySelects, type Outsider, outsiderCopySelects, refuseMore } from "#db/shell/personal-copies.ts";
import { readFileRow, refuseFamily } from "#db/system/index.ts";
import { auditMember, openApplication, ownFieldOfCopy, ownFilesOfCopy } from "#domain/people/actions.ts";
import { isAdult, READER_WORDS } from "#domain/people/index.ts";
import { openFile } from "#domain/system/actions.ts";
import { type Links, prepare } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { utf8 } from "#kernel/bytes.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { openForPerson, openMember } from "#platform/member-seals.ts";
import { type Copy, copyHtml, copyJson, type Item } from "./document.ts";
import { type Entry, zipped } from "./zip.ts";

type Store = { SEALING_KEY: string; FILES: R2Bucket };
type Row = Record<string, string | number | null>;
/**
 * What the caller provides for a copy: the words for the actions of the audit log, the links for mails, and the
 * association's name.
 */
export type CopyWords = { action: (action: string) => string; links: Links; association: string };
type Wanted = {
	memberId: number;
	/** True when the member or the guardian asks for the copy; false when staff make it to hand it over. */
	asOwn: boolean;
	words: CopyWords;
	by: By & { userId: number };
};

const DAY_MS = 86_400_000;
/** The largest number of copies of one member's data in 24 hours, whoever asks, because a copy decrypts everything. */
const MOST_A_DAY = 5;
/** The largest number of bytes of pictures in a copy, because a Worker has 128 MB. */
const MOST_FILES = 30 * 1024 * 1024;

/**
 * Makes a copy of a member's data as a ZIP in pieces: JSON, a page to print, and the stored files of certificates,
 * payments and own fields. The audit log records it before anything is read. Refuses `privacy.not_yours` (the user does not act
 * for the member) and `privacy.sealed` (sealed data are not opened to the login yet), for staff `privacy.own` about
 * themselves and their families; `privacy.too_often` after five in 24 hours; `member.stale` when there is no record.
 */
export async function makeCopy(env: Store, db: Db, { memberId, asOwn, words, by }: Wanted): Promise<Uint8Array[]> {
	await commit(db, [
		...(asOwn
			? [refuseStrangers(by.userId, memberId), refuseClosed(by.userId, memberId)]
			: [refuseFamily([memberId], by, "privacy.own")]),
		refuseMore(memberId, { most: MOST_A_DAY, since: by.at - DAY_MS }),
		...auditMember(db, memberId, { ...by, action: "member.copy" }),
	]);
	const rows = await readEverything(db, copySelects(memberId));
	const [member] = rows.record ?? [];
	if (!member) throw new Refusal("member.stale");
	const all = await opened(env, { rows, words });
	const isAnothers = asOwn && !rows.record?.some(({ user_id }) => user_id === by.userId);
	const [[other], [hidden]] = await readRows(
		db.$client,
		hasOtherGuardian(by.userId, memberId),
		hiddenFrom(by.userId, memberId),
	);
	const ours = isAnothers && other?.has === 1 ? withoutOthers(all, JSON.parse(hidden?.fields ?? "[]")) : all;
	const items = isAnothers && isAdult(birthOf(member), dateInTaipei(by.at)) ? withoutSignIns(ours) : ours;
	const shown = (code: "payments" | "own_fields"): Row[] => (items[code] === null ? [] : some(rows[code]));
	const seen = { ...rows, payments: shown("payments"), own_fields: shown("own_fields") };
	return zippedCopy(
		{ association: words.association, at: by.at, sections: SECTIONS, items },
		await pictures(env, db, { rows: seen, by }),
	);
}

/**
 * Makes a copy in the form that `makeCopy` makes, of the data of a donor or payee who is not a member, for staff to hand
 * over. Refuses `donor.stale` or `payee.stale` when there is no such person.
 */
export async function makeOutsidersCopy(
	env: Store,
	db: Db,
	{ of, words, by }: { of: Outsider; words: CopyWords; by: By },
): Promise<Uint8Array[]> {
	const { type, id } = of;
	await commit(db, (type === "donor" ? auditDonor : auditPayee)(db, "copy", { id }, by));
	const rows = await readEverything(db, outsiderCopySelects(of));
	const [row] = rows[type] ?? [];
	if (!row) throw new Refusal(`${type}.stale`);
	const sealed = sealedOf({ ...row, diagnosis_note: null });
	const items: Copy["items"] = {
		...rows,
		[type]: [{ ...row, ...(await openMember(env, sealed)) }],
		mails: rows.mails?.map((mail) => ({ ...mail, subject: subjectOf(mail, words) })),
		history: await Promise.all(
			some(rows.history).map(async (one) => ({
				...toldOf(one, words),
				changes: await openedChanges(env, [sealed], String(one.changes)),
			})),
		),
	};
	return zippedCopy({ association: words.association, at: by.at, sections: SECTIONS, items });
}

const zippedCopy = (copy: Copy, more: readonly Entry[] = []): Uint8Array[] =>
	zipped(
		[
			{ name: "個人資料.html", bytes: utf8(copyHtml(copy)) },
			{ name: "個人資料.json", bytes: utf8(copyJson(copy)) },
			...more,
		],
		copy.at,
	);

const birthOf = ({ birth_date }: Row): string | null => z.string().nullable().parse(birth_date);

/**
 * Removes the sign-in data from the copy that the guardian of an adult member gets: when and from where members sign in
 * concerns them alone.
 */
const withoutSignIns = (items: Items): Items => ({
	...items,
	sessions: null,
	failed_sign_ins: null,
	links: null,
	history: items.history?.map((item) => ({ ...item, ip_address: null })) ?? null,
});

/** The sections in which nothing is another guardian's. */
const SHARED: readonly string[] = ["numbers", "sanctions", "certificates", "consents", "dues", "groups"];

/**
 * Removes what is, or may be, another guardian's from the copy that a guardian gets: sections that tell who paid, wrote or
 * read, and the values `hidden` of the record.
 */
const withoutOthers = ({ record, ...items }: Items, hidden: readonly string[]): Items => ({
	...Object.fromEntries(Object.entries(items).map(([code, rows]) => [code, SHARED.includes(code) ? rows : null])),
	record: record?.map((row) => ({ ...row, ...Object.fromEntries(hidden.map((name) => [name, null])) })) ?? null,
});

type Everything = Partial<Record<SectionCode, Row[]>>;
const some = (rows: Row[] | undefined): Row[] => rows ?? [];

async function readEverything(db: Db, selects: ReturnType<typeof copySelects>): Promise<Everything> {
	const found = await readRows(db.$client, ...selects.map(([, one]) => one));
	return Object.fromEntries(selects.map(([code], nth) => [code, found[nth] ?? []]));
}

type Items = Partial<Record<SectionCode, Item[] | null>>;
type Opening = { rows: Everything; words: CopyWords };
type Keyed = { seal_id: string | null; person_key: string | null };

async function opened(env: Store, { rows, words }: Opening): Promise<Items> {
	const records = await Promise.all(
		some(rows.record).map(async (row) => ({ ...row, ...(await openMember(env, sealedOf(row))) })),
	);
	const keys = some(rows.record).map(sealedOf);
	return {
		...rows,
		record: records,
		donor: await openedNumbers(env, rows.donor),
		payee: await openedNumbers(env, rows.payee),
		own_fields: await Promise.all(some(rows.own_fields).map((row) => ownFieldOfCopy(env, row))),
		application_fields: await Promise.all(
			some(rows.application_fields).map(async (row) => ({
				...(await ownFieldOfCopy(env, row)),
				purpose: row.purpose ?? null,
				agreed_at: row.agreed_at ?? null,
			})),
		),
		link_requests: await Promise.all(some(rows.link_requests).map((row) => openedRequest(env, row))),
		mails: some(rows.mails).map((row) => ({ ...row, subject: subjectOf(row, words) })),
		imports: await Promise.all(
			some(rows.imports).map(async (row) => ({
				...row,
				changed: await openedChanges(env, keys, String(row.before ?? "{}")),
			})),
		),
		reads: some(rows.reads).map((row) => toldOf(row, words)),
		history: await Promise.all(
			some(rows.history).map(async (row) => ({
				...toldOf(row, words),
				changes: await openedChanges(env, keys, String(row.changes)),
			})),
		),
	};
}

/** Opens the national ids of the person's records as a donor or a payee. */
const openedNumbers = (env: Store, rows: Row[] | undefined): Promise<Item[]> =>
	Promise.all(
		some(rows).map(async (row) => ({ ...row, ...(await openMember(env, sealedOf({ ...row, diagnosis_note: null }))) })),
	);

const Text = z.string().nullable();
const SealedRow = z.object({ seal_id: Text, person_key: Text, national_id: Text, diagnosis_note: Text });
const sealedOf = (row: Row): z.infer<typeof SealedRow> => SealedRow.parse(row);

async function openedRequest(env: Store, row: Row): Promise<Item> {
	const { seal_id, profile, ...rest } = row;
	const sent = profile ? await openApplication(env, { seal_id: String(seal_id), profile: String(profile) }) : null;
	return { ...rest, sent };
}

function subjectOf({ template, data }: Row, { links, association: name }: CopyWords): string {
	const association = { name, address: "", phone: "", email: "" };
	return prepare(String(template), String(data))?.write({ association, links }).subject ?? String(template);
}

const Reader = z.enum(["self", "guardian", "staff", "system"]);
const toldOf = ({ at, ip_address, reader, action }: Row, words: CopyWords): Item => ({
	at,
	ip_address,
	who: READER_WORDS[Reader.parse(reader)],
	action: words.action(String(action)),
});

const Changes = z.record(z.string(), z.unknown());

/** Returns a stored change of the audit log or of an import, with its sealed part decrypted; null when it is empty. */
async function openedChanges(env: Store, keys: readonly Keyed[], json: string): Promise<Item | null> {
	const { sealed, told: _told, ...clear } = Changes.catch({}).parse(JSON.parse(json));
	const found =
		typeof sealed === "string"
			? (await Promise.all(keys.map((key) => openForPerson(env, key, [sealed]))))
					.flat()
					.find((one) => one !== undefined)
			: undefined;
	const all = { ...clear, ...(found === undefined ? {} : { values: found }) };
	return Object.keys(all).length === 0 ? null : all;
}

/** Returns a name as a part of a file's name in an archive. */
const namePart = (name: string): string => name.replace(/[\p{Cc}\s\\/:*?"<>|.]+/gu, "");

async function pictures(env: Store, db: Db, { rows, by }: { rows: Everything; by: By }): Promise<Entry[]> {
	const named = [
		...some(rows.certificates).map(({ id, file_id }) => ({ name: `身障證明-${id}`, file_id })),
		...some(rows.payments).map(({ id, file_id }) => ({ name: `繳費證明-${id}`, file_id })),
		...ownFilesOfCopy(some(rows.own_fields)).map(({ name, file_id }) => ({
			name: `自訂欄位-${file_id}-${namePart(name)}`,
			file_id,
		})),
	];
	const entries: Entry[] = [];
	let left = MOST_FILES;
	for (const { name, file_id } of named) {
		const file = typeof file_id === "number" ? await readFileRow(db, file_id) : undefined;
		if (!file || file.deletedAt !== null || file.size > left) continue;
		const found = await openFile(env, db, { file, by });
		if (!found) continue;
		left -= file.size;
		const bytes = new Uint8Array(await new Response(found.body).arrayBuffer());
		entries.push({ name: `${name}${/\.\w+$/.exec(file.filename)?.[0] ?? ""}`, bytes });
	}
	return entries;
}
