import { env } from "cloudflare:test";
import { open } from "#db/commit.ts";
import { beginOf } from "#domain/money/dues-notices/rules.ts";
import { person, rows } from "./users.ts";

export const db = open(env.DB);

/** A time of a day in Taipei: at(“2026-12-31”, “23:59”). */
export const taipei = (day: string, clock = "00:00"): number => {
	const [hours = 0, minutes = 0] = clock.split(":").map(Number);
	return beginOf(day) + (hours * 60 + minutes) * 60_000;
};

type Given = {
	name?: string;
	userId?: number | null;
	guardian?: number;
	email?: string | null;
	phone?: string | null;
	address?: string | null;
	status?: string;
	type?: string;
	/** Years whose annual fee is paid, at the time `paidAt`. */
	paid?: number[];
	paidAt?: number;
	/** Years whose annual fee is open. */
	owes?: number[];
	percent?: number;
};

let count = 0;

/** A member by plain SQL, active, with an address for mail and nothing paid or owed unless told; returns the id. */
export async function member(of: Given = {}): Promise<number> {
	count += 1;
	const { name = `會員${count}`, email = `n${count}@example.org`, status = "active", type = "individual" } = of;
	const id = await env.DB.prepare(
		`INSERT INTO members (user_id, guardian_member_id, member_no, name, email, phone, address, status, membership_type, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 1) RETURNING id`,
	)
		.bind(
			of.userId ?? null,
			of.guardian ?? null,
			`N${String(count).padStart(5, "0")}`,
			name,
			email,
			of.phone ?? null,
			of.address ?? null,
			status,
			type,
		)
		.first<number>("id");
	if (id === null) throw new Error("no member was made");
	for (const year of of.paid ?? []) await item(id, year, { status: "paid", at: of.paidAt ?? 1 });
	for (const year of of.owes ?? []) await item(id, year, { percent: of.percent ?? 0 });
	return id;
}

/** A member with a login that reads mail; the record itself has no address. */
export async function memberWithLogin(of: Given = {}) {
	const { id: userId } = await person({ name: of.name ?? "石永明", roles: ["member"] });
	return { id: await member({ email: null, ...of, userId }), userId };
}

/** An annual fee of 1,000; returns its id. */
export async function item(
	memberId: number,
	year: number,
	{ status = "open", percent = 0, at = 1 }: { status?: string; percent?: number; at?: number } = {},
): Promise<number> {
	// What is paid here was paid by what a roster says.
	const isPaid = status === "paid";
	const base = isPaid ? 0 : 1_000;
	const id = await env.DB.prepare(
		`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, discount_percent, amount, source, status, created_at, updated_at)
		VALUES (?1, 'annual', ?2, ?3, ?4, ?3 - CAST(?3 * ?4 / 100 AS INTEGER), ?5, ?6, ?7, ?7) RETURNING id`,
	)
		.bind(memberId, year, base, percent, isPaid ? "import" : "assessment", status, at)
		.first<number>("id");
	if (id === null) throw new Error("no item was made");
	return id;
}

/** A payment that waits to be verified, for an item. */
export async function claim(memberId: number, itemId: number): Promise<void> {
	const id = await env.DB.prepare(
		`INSERT INTO payments (source, method, paid_on, amount, payer_title, submitted_at, created_at, updated_at)
		VALUES ('member', 'transfer', '2026-12-01', 1000, '石永明', 1, 1, 1) RETURNING id`,
	).first<number>("id");
	await env.DB.prepare(
		"INSERT INTO payment_allocations (payment_id, kind, dues_item_id, member_id, amount) VALUES (?, 'dues', ?, ?, 1000)",
	)
		.bind(id, itemId, memberId)
		.run();
	await env.DB.prepare("INSERT INTO payment_events (payment_id, seq, step, at) VALUES (?, 1, 'submit', 1)")
		.bind(id)
		.run();
}

/** Nobody is a member; no mail, no notice, no setting. */
export const empty = () =>
	env.DB.batch(
		[
			"DELETE FROM mail_messages",
			"DELETE FROM notifications",
			"DELETE FROM settings",
			"DELETE FROM dues_notices",
			"UPDATE members SET status = 'resigned', phone = NULL WHERE merged_into IS NULL AND pseudonymised_at IS NULL",
		].map((statement) => env.DB.prepare(statement)),
	);

type Mail = { id: string; user_id: number | null; to_address: string; to_name: string; data: unknown };
/** The reminders that wait to be sent, oldest first. */
export const reminders = async (): Promise<Mail[]> =>
	(
		await rows<Omit<Mail, "data"> & { data: string }>(
			"SELECT id, user_id, to_address, to_name, data FROM mail_messages WHERE template = 'dues_reminder' ORDER BY rowid",
		)
	).map(({ data, ...mail }) => ({ ...mail, data: JSON.parse(data) as unknown }));

export type Notice = {
	member_id: number;
	kind: string;
	channel: string;
	period_end: string | null;
	amount: number | null;
	mail_id: string | null;
	user_id: number | null;
	at: number;
};
/** What the log says, oldest first. */
export const notices = () => rows<Notice>("SELECT * FROM dues_notices ORDER BY id");
export const noted = async () => (await notices()).map(({ member_id, kind }) => [member_id, kind]);
