import type { Db } from "#db/commit.ts";
import { type AnnouncedChild, announcedChildren } from "#db/people/application-children.ts";
import { fieldsOfApplicant } from "#db/people/application-fields.ts";
import { type OpenRequestRow, openRequest, type RecordFactsRow, recordFacts } from "#db/people/applications.ts";
import type { ValueRow } from "#db/people/member-field-values.ts";
import { applicationRecord, type StoredMember } from "#db/people/member-reads.ts";
import { readRows, type Select } from "#db/read.ts";
import type { PlainRecord } from "#domain/people/members/fields.ts";
import { maskNationalId } from "#domain/people/members/national-id.ts";
import {
	type Application,
	READABLE_FIELDS,
	type ReadableField,
	StoredApplication,
} from "#domain/people/profiles/form.ts";
import { utf8 } from "#kernel/bytes.ts";
import { sha256Hex, unseal } from "#platform/crypto.ts";
import { openMember } from "#platform/member-seals.ts";

type Keys = { SEALING_KEY: string };

/**
 * What a user applied with: an open link request (to be linked with an existing record), a record made of the user's
 * application (waiting or withdrawn), or both; with both, the request counts.
 */
export type Standing = {
	request: OpenRequestRow | undefined;
	record: (StoredMember & RecordFactsRow) | undefined;
	/** The children whom the user announced with it. */
	children: readonly AnnouncedChild[];
	/** The own fields that people fill in, with what the user filled in. */
	own: readonly ValueRow[];
};

/** Returns the queries whose rows `standingIn` makes into a Standing. */
export const standingAsks = (
	userId: number,
): [Select<OpenRequestRow>, Select<StoredMember>, Select<RecordFactsRow>, Select<AnnouncedChild>, Select<ValueRow>] => [
	openRequest(userId),
	applicationRecord(userId),
	recordFacts(userId),
	announcedChildren(userId),
	fieldsOfApplicant(userId),
];

export const standingIn = ([[request], [record], [facts], children, own]: [
	OpenRequestRow[],
	StoredMember[],
	RecordFactsRow[],
	AnnouncedChild[],
	ValueRow[],
]): Standing => ({ request, record: record && facts && { ...record, ...facts }, children, own });

export const standingOf = async (db: Db, userId: number): Promise<Standing> =>
	standingIn(await readRows(db.$client, ...standingAsks(userId)));

/** Returns the request or the record that waits for staff; undefined when neither does. */
export const waitingIn = ({ request, record }: Standing): { id: number; version: number } | undefined =>
	request ?? (record?.status === "applied" ? record : undefined);

type Said = Pick<PlainRecord, ReadableField>;

/**
 * A waiting application as its sender sees it. It looks the same whether the roster has a record of the sender or not:
 * `version` is therefore a digest of its content, because a count of changes would reveal a record. `certificateAt` is
 * when a certificate was sent with it. Times are UTC milliseconds.
 */
export type Applied = {
	version: number;
	sentAt: number;
	certificateAt: number | null;
	said: Said;
	/**
	 * The masked national id, in place of the sealed (encrypted) one; `has_diagnosis_note` says whether there is a
	 * sealed diagnosis.
	 */
	national_id_mask: string | null;
	has_diagnosis_note: boolean;
	agreesToHealth: boolean;
	children: readonly Pick<AnnouncedChild, "name" | "birth_date" | "gender">[];
	/** The own fields that people fill in, with what was filled in; special data are sealed. */
	own: readonly ValueRow[];
};

/** Returns the waiting application of a user; undefined when nothing waits. */
export async function appliedIn(env: Keys, standing: Standing): Promise<Applied | undefined> {
	const applied = await saidBy(env, standing);
	if (!applied) return undefined;
	const { sentAt: _, certificateAt: _c, own, ...said } = applied;
	const filled = own.filter(({ has_value }) => has_value === 1).map(({ id, value }) => [id, value]);
	const digest = await sha256Hex(utf8(JSON.stringify([said, filled])));
	return { ...applied, version: Number.parseInt(digest.slice(0, 8), 16) };
}

async function saidBy(
	env: Keys,
	{ request, record, children, own }: Standing,
): Promise<Omit<Applied, "version"> | undefined> {
	if (request) {
		const { profile, agreed } = await openApplication(env, request);
		return {
			sentAt: request.created_at,
			certificateAt: request.file_at ?? record?.certificate_at ?? null,
			said: saidIn(profile),
			national_id_mask: profile.national_id === null ? null : maskNationalId(profile.national_id),
			has_diagnosis_note: profile.diagnosis_note !== null,
			agreesToHealth: agreed.health !== null,
			children,
			own,
		};
	}
	if (record?.status !== "applied") return undefined;
	return {
		sentAt: record.sent_at,
		certificateAt: record.certificate_at,
		said: saidIn(record),
		national_id_mask: record.national_id_mask,
		has_diagnosis_note: record.has_diagnosis_note === 1,
		agreesToHealth: record.has_health_consent === 1,
		children,
		own,
	};
}

/**
 * Returns the READABLE_FIELDS of an application alone, in a fixed order; a missing English name becomes an empty one.
 */
function saidIn(from: Said): Said {
	const said = Object.fromEntries(READABLE_FIELDS.map((field) => [field, from[field]])) as Said;
	return { ...said, name_en: said.name_en || "" };
}

export const contextOf = (sealId: string): string => `link_requests.profile:${sealId}`;

/**
 * Decrypts the content of an open request. Throws when it was sealed with another key or for another request, or was
 * altered.
 */
export const openApplication = async (
	{ SEALING_KEY }: Keys,
	{ seal_id, profile }: { seal_id: string; profile: string },
): Promise<Application> => StoredApplication.parse(JSON.parse(await unseal(SEALING_KEY, profile, contextOf(seal_id))));

/**
 * Returns the whole waiting application (of the request, else of the record) with its sealed fields decrypted, for a
 * correction, which keeps the fields that it does not name; undefined without either.
 */
export async function wholeOf(env: Keys, { request, record }: Standing): Promise<Application | undefined> {
	if (request) return openApplication(env, request);
	if (!record) return undefined;
	const profile = { ...record, ...(await openMember(env, record)), name_en: record.name_en ?? "" };
	const agreed = { personal: record.personal_version, health: record.health_version, at: record.sent_at };
	return StoredApplication.parse({ profile, agreed });
}
