import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { ConsentKind } from "#domain/people/members/codes.ts";
import { CONSENT_TEXTS } from "#domain/people/profiles/consent-texts.ts";
import type { By } from "#kernel/by.ts";

/** What somebody agreed to, or took back (`given` false), on the website. `at` is UTC milliseconds. */
export type WebConsent = { kind: ConsentKind; textVersion: string; given: boolean; userId: number; at: number };

type Consent = Omit<WebConsent, "userId"> & {
	userId: number | null;
	channel: "web" | "paper";
	signedOn: string | null;
};
const insertConsent = (memberId: number | SQL<number>, consent: Consent): Write => {
	const { kind, textVersion, given, userId, channel, at, signedOn } = consent;
	return sql`INSERT INTO consents (member_id, kind, text_version, given, by_user_id, channel, at, signed_on)
		VALUES (${memberId}, ${kind}, ${textVersion}, ${given ? 1 : 0}, ${userId}, ${channel}, ${at}, ${signedOn})`;
};

/** A consent of a member, as it was given on the website by the user. */
export const insertWebConsent = (memberId: number | SQL<number>, consent: WebConsent): Write =>
	insertConsent(memberId, { ...consent, channel: "web", signedOn: null });

/** What a paper says: which text's version was signed, or taken back, and on which day (YYYY-MM-DD; null: unknown). */
export type PaperConsent = { kind: ConsentKind; textVersion: string; given: boolean; signedOn: string | null };

/** A consent on paper, as staff recorded it at `by.at`. */
export const insertSignedConsent = (memberId: number | SQL<number>, paper: PaperConsent, by: By): Write =>
	insertConsent(memberId, { ...paper, channel: "paper", userId: by.userId, at: by.at });

/** One to keep health data (個資法 6) that staff tick beside the diagnosis: the text that is asked for now. */
export const insertPaperConsent = (memberId: number | SQL<number>, by: By): Write => {
	const textVersion = CONSENT_TEXTS.health_data.version;
	return insertSignedConsent(memberId, { kind: "health_data", textVersion, given: true, signedOn: null }, by);
};

/** The consent of a kind that counts now: the newest. */
export type ConsentRow = { kind: ConsentKind; given: 0 | 1; text_version: string; at: number };

/** The newest of each kind, of a member. */
export const consentsNow = (memberId: number): Select<ConsentRow> =>
	select(
		`SELECT c.kind, c.given, c.text_version, c.at FROM consents c
		WHERE c.member_id = ?1 AND c.id = (SELECT max(n.id) FROM consents n WHERE n.member_id = ?1 AND n.kind = c.kind)`,
		memberId,
	);

/** One of a member's, with how it came. */
export type ConsentHistoryRow = ConsentRow & {
	id: number;
	channel: "web" | "paper" | "roster";
	signed_on: string | null;
	/** Who gave it on the website, or recorded the paper. */
	by: string | null;
};

/** Everything that a member agreed to and took back, the newest first. */
export const consentHistory = (memberId: number): Select<ConsentHistoryRow> =>
	select(
		`SELECT c.id, c.kind, c.given, c.text_version, c.at, c.channel, c.signed_on, u.name AS by
		FROM consents c LEFT JOIN users u ON u.id = c.by_user_id WHERE c.member_id = ? ORDER BY c.id DESC`,
		memberId,
	);

/**
 * Ends a consent to a guardian's going on: it was given to that guardian, and the next one has to be let anew. Nothing
 * where none counts.
 */
export const endGuardianAccess = (memberId: number, by: By): Write =>
	sql`INSERT INTO consents (member_id, kind, text_version, given, by_user_id, channel, at)
		SELECT member_id, kind, text_version, 0, ${by.userId}, 'web', ${by.at} FROM consents
		WHERE given = 1 AND id = (SELECT max(id) FROM consents WHERE member_id = ${memberId} AND kind = 'guardian_access')`;

/**
 * An adult's word on whether their guardian goes on acting, by their own login; inserts no row for anybody else, for who
 * is not of age, and where there is no guardian.
 */
export const insertGuardianConsent = ({ kind, textVersion, given, userId, at }: WebConsent): Write =>
	sql`INSERT INTO consents (member_id, kind, text_version, given, by_user_id, channel, at)
		SELECT m.id, ${kind}, ${textVersion}, ${given ? 1 : 0}, ${userId}, 'web', ${at} FROM members m
		WHERE m.user_id = ${userId} AND m.guardian_member_id IS NOT NULL AND m.merged_into IS NULL
			AND date(m.birth_date, '+18 years') <= date('now', '+8 hours')`;
