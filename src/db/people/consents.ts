import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { ConsentKind } from "#domain/people/members/codes.ts";
import type { By } from "#kernel/by.ts";
import { currentVersion, hasText, nowOf } from "./consent-texts.ts";

/** A consent that a user gave or withdrew (`given` false) on the website. `at` is UTC milliseconds. */
export type WebConsent = {
	kind: ConsentKind;
	textVersion: string | SQL<string>;
	given: boolean;
	userId: number;
	at: number;
};

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

/** Inserts a consent of a member that a user gave on the website. */
export const insertWebConsent = (memberId: number | SQL<number>, consent: WebConsent): Write =>
	insertConsent(memberId, { ...consent, channel: "web", signedOn: null });

/**
 * A consent on paper: which version of the text was signed, or withdrawn, and on which day (YYYY-MM-DD; null: unknown).
 */
export type PaperConsent = {
	kind: ConsentKind;
	textVersion: string | SQL<string>;
	given: boolean;
	signedOn: string | null;
};

/** Inserts a consent on paper, as staff recorded it at `by.at`. */
export const insertSignedConsent = (memberId: number | SQL<number>, paper: PaperConsent, by: By): Write =>
	insertConsent(memberId, { ...paper, channel: "paper", userId: by.userId, at: by.at });

/**
 * Inserts a paper consent to keep health data (個資法 6), which staff tick beside the diagnosis: to the present version
 * of the text, signed on an unknown day.
 */
export const insertPaperConsent = (memberId: number | SQL<number>, by: By): Write => {
	const textVersion = nowOf("health_data");
	return insertSignedConsent(memberId, { kind: "health_data", textVersion, given: true, signedOn: null }, by);
};

/**
 * A member's newest consent of a kind, which is the one in force; `given` is 0 when it was withdrawn, `is_current` 1 when
 * it is to the text that is asked for now, `has_text` 1 when its text can be read.
 */
export type ConsentRow = {
	kind: ConsentKind;
	given: 0 | 1;
	text_version: string;
	is_current: 0 | 1;
	has_text: 0 | 1;
	at: number;
};
const OF_TEXT = `c.text_version = ${currentVersion("c.kind")} AS is_current, ${hasText("c.kind", "c.text_version")} AS has_text`;

/** Selects a member's newest consent of each kind. */
export const consentsNow = (memberId: number): Select<ConsentRow> =>
	select(
		`SELECT c.kind, c.given, c.text_version, ${OF_TEXT}, c.at FROM consents c
		WHERE c.member_id = ?1 AND c.id = (SELECT max(n.id) FROM consents n WHERE n.member_id = ?1 AND n.kind = c.kind)`,
		memberId,
	);

/** A consent in a member's history, with the way in which it was given. */
export type ConsentHistoryRow = ConsentRow & {
	id: number;
	channel: "web" | "paper" | "roster";
	signed_on: string | null;
	/** The name of the user who gave it on the website, or who recorded the paper. */
	by: string | null;
};

/** Selects every consent that a member gave or withdrew, newest first. */
export const consentHistory = (memberId: number): Select<ConsentHistoryRow> =>
	select(
		`SELECT c.id, c.kind, c.given, c.text_version, ${OF_TEXT}, c.at, c.channel, c.signed_on, u.name AS by
		FROM consents c LEFT JOIN users u ON u.id = c.by_user_id WHERE c.member_id = ? ORDER BY c.id DESC`,
		memberId,
	);

/**
 * Withdraws a member's consent that the guardian goes on acting, if it is in force: it was given to that guardian only,
 * and a next guardian needs a new one.
 */
export const endGuardianAccess = (memberId: number, by: By): Write =>
	sql`INSERT INTO consents (member_id, kind, text_version, given, by_user_id, channel, at)
		SELECT member_id, kind, text_version, 0, ${by.userId}, 'web', ${by.at} FROM consents
		WHERE given = 1 AND id = (SELECT max(id) FROM consents WHERE member_id = ${memberId} AND kind = 'guardian_access')`;

/**
 * Inserts an adult member's own consent, or refusal, that the guardian goes on acting. Inserts no row for any other
 * user, for a member under age, or without a guardian.
 */
export const insertGuardianConsent = ({ kind, textVersion, given, userId, at }: WebConsent): Write =>
	sql`INSERT INTO consents (member_id, kind, text_version, given, by_user_id, channel, at)
		SELECT m.id, ${kind}, ${textVersion}, ${given ? 1 : 0}, ${userId}, 'web', ${at} FROM members m
		WHERE m.user_id = ${userId} AND m.guardian_member_id IS NOT NULL AND m.merged_into IS NULL
			AND date(m.birth_date, '+18 years') <= date('now', '+8 hours')`;
