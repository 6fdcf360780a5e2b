import { env } from "cloudflare:test";
import { commit, open } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { type Mail, mailById } from "#db/system/mail-log.ts";
import { notify } from "#db/system/notifications.ts";
import type { KindData, KindName } from "#domain/system/notifications/kinds.ts";
import type { Bindings } from "#env.ts";
import { newMessageId } from "#platform/crypto.ts";
import { insertMail } from "./content.ts";
import { withQueueKept } from "./webhooks.ts";
import { type Website, website } from "./website.ts";

export const db = open(env.DB);

/** Nobody was told anything, no mail, no settings. */
export async function emptyMailbox(): Promise<void> {
	await env.DB.batch(
		["DELETE FROM mail_messages", "DELETE FROM notifications", "DELETE FROM settings"].map((sql) =>
			env.DB.prepare(sql),
		),
	);
}

/** Stores settings as bare SQL does. */
export async function set(values: Record<string, string>): Promise<void> {
	for (const [key, value] of Object.entries(values)) {
		await env.DB.prepare("INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES (?, ?, 1)")
			.bind(key, value)
			.run();
	}
}

export const SENDER = { "mail.from_address": "office@example.org", "association.name": "漣漪病友協會" };

/** Mail goes to a receiver that stands in for Resend; `sent` are the messages on the queue. */
export async function withResend(
	overrides: Partial<Bindings> = {},
): Promise<{ worker: Bindings; sent: ReturnType<typeof withQueueKept>["sent"]; provider: Website }> {
	await set({ ...SENDER, "mail.provider": "resend" });
	const provider = website();
	const { env: worker, sent } = withQueueKept({
		RESEND_API_URL: provider.url,
		RESEND_API_KEY: "re_test",
		...overrides,
	});
	return { worker, sent, provider };
}

/** An answer of Resend's. */
export const accepted = (id: string) => ({ status: 200, body: JSON.stringify({ id }) });
export const refused = (status: number, name: string, message = "no") => ({
	status,
	body: JSON.stringify({ statusCode: status, name, message }),
});

const SOMEBODY = { userId: null, address: "wang@example.org", name: "王小明" };
type To = { userId: number | null; address: string; name: string };

/** A mail that is due at `at`, as a user gets it; or one to somebody without a record, as old ones are. Returns its id. */
export async function queued<Name extends KindName>({
	template,
	data,
	at,
	to = SOMEBODY,
}: {
	template: Name;
	data: KindData[Name];
	at: number;
	to?: To;
}): Promise<string> {
	const id = newMessageId();
	if (to.userId !== null) await commit(db, [notify(template, { id, user: to.userId, data, at })]);
	else
		await insertMail({
			id,
			template,
			to_address: to.address,
			to_name: to.name,
			data: JSON.stringify(data),
			due_at: at,
			created_at: at,
		});
	return id;
}

/** A test mail, which everybody may get at any time. */
export const queuedTest = (at: number = Date.now()): Promise<string> =>
	queued({ template: "mail_test", data: { askedAt: 0 }, at });

/** A mail as it stands. */
export async function mailOf(id: string): Promise<Mail> {
	const [[mail]] = await readRows(env.DB, mailById(id));
	if (!mail) throw new Error(`no mail ${id}`);
	return mail;
}
