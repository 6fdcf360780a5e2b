/**
 * Makes the disability certificates (身心障礙證明) of the demo members: one that expires soon, some that wait for
 * review, one rejected, one revoked. Their picture is a drawing.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import {
	approveCertificate,
	rejectCertificate,
	revokeCertificate,
	uploadCertificate,
} from "#domain/people/certificates/actions.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";

type Store = { FILES: R2Bucket; SEALING_KEY: string };
type Standing = "pending" | "approved" | "rejected" | "revoked";
type DemoCertificate = {
	/** The member's number. */
	of: string;
	standing: Standing;
	/** How many days ago it was uploaded; `ends` is in how many days it expires, never when left out. */
	days: number;
	ends?: number;
};

const CERTIFICATES: readonly DemoCertificate[] = [
	{ of: "M0001", standing: "approved", days: 680, ends: 52 },
	{ of: "M0003", standing: "approved", days: 500, ends: 900 },
	{ of: "M0003", standing: "pending", days: 1 },
	{ of: "M0005", standing: "pending", days: 3 },
	{ of: "M0006", standing: "rejected", days: 40 },
	{ of: "M0007", standing: "approved", days: 800 },
	{ of: "M0008", standing: "revoked", days: 300, ends: 400 },
	{ of: "M0009", standing: "approved", days: 1_500, ends: -20 },
	{ of: "M0010", standing: "pending", days: 0 },
];

const DAY_MS = 86_400_000;

/** Makes the certificates when there is none; returns how many. `at` is UTC ms; people and members must exist. */
export async function seedDemoCertificates(env: Store, db: Db, at: number): Promise<number> {
	const [[there], users, members] = await readRows(
		db.$client,
		select<{ n: number }>("SELECT count(*) AS n FROM disability_certificates"),
		select<{ id: number; email: string }>(
			"SELECT id, email FROM users WHERE email IN ('secretary@example.org', 'cashier@example.org')",
		),
		select<{ id: number; member_no: string }>(
			"SELECT id, member_no FROM members WHERE member_no IS NOT NULL AND status = 'active'",
		),
	);
	const userOf = (name: string) => users.find(({ email }) => email.startsWith(name))?.id;
	const [secretary, cashier] = [userOf("secretary"), userOf("cashier")];
	if (there?.n !== 0 || secretary === undefined || cashier === undefined) return 0;
	const known = CERTIFICATES.flatMap((one) => {
		const member = members.find(({ member_no }) => member_no === one.of);
		return member ? [{ ...one, memberId: member.id }] : [];
	});
	for (const [nth, one] of known.entries()) await make(env, db, { ...one, nth, secretary, cashier, at });
	return known.length;
}

type Making = DemoCertificate & { memberId: number; nth: number; secretary: number; cashier: number; at: number };

async function make(env: Store, db: Db, { memberId, standing, nth, at, ...of }: Making): Promise<void> {
	const sentAt = at - of.days * DAY_MS - nth * 3_600_000;
	const id = await uploadCertificate(env, db, {
		memberId,
		upload: { filename: "certificate.jpg", declaredType: "image/jpeg", bytes: PICTURE },
		replaces: null,
		onPaper: true,
		notice: null,
		key: `demo-certificate-${nth}`,
		by: { ...byUser(of.secretary, null, sentAt), userId: of.secretary },
	});
	const review = {
		reviewer: { userId: of.cashier, standsFor: [null] },
		by: byUser(of.cashier, null, sentAt + 2 * 3_600_000),
	};
	const until = of.ends === undefined ? null : dateInTaipei(at + of.ends * DAY_MS);
	if (standing === "rejected")
		await rejectCertificate(db, { ref: { id, version: 1 }, reason: "照片模糊或反光，看不清楚。", ...review });
	if (standing === "approved" || standing === "revoked")
		await approveCertificate(db, { ref: { id, version: 1 }, until, ...review });
	if (standing === "revoked")
		await revokeCertificate(db, { ref: { id, version: 2 }, reason: "證明已由主管機關註銷。", ...review });
}

const drawing = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, "../../demo", name)));
/** Drawings of a certificate, and of a phone's screen after a bank transfer. */
export const PICTURE = drawing("certificate.jpg");
export const TRANSFER = drawing("transfer.jpg");
