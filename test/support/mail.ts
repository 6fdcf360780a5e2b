import { env } from "cloudflare:test";
import { commit, open } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { type NewMail, queueMail } from "#db/system/mail.ts";
import { type Mail, mailById } from "#db/system/mail-log.ts";
import type { TemplateName } from "#domain/system/mail/templates.ts";
import type { Bindings } from "#env.ts";
import { newMessageId } from "#platform/crypto.ts";
import { withQueueKept } from "./webhooks.ts";
import { type Website, website } from "./website.ts";

export const db = open(env.DB);

/** No mail, no settings. */
export async function emptyMailbox(): Promise<void> {
	await env.DB.batch([env.DB.prepare("DELETE FROM mail_messages"), env.DB.prepare("DELETE FROM settings")]);
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

/** Stores a mail that is due at `at`; returns its id. */
export async function queued<Name extends TemplateName>(
	mail: Omit<NewMail<Name>, "to" | "id"> & { to?: NewMail<Name>["to"] },
): Promise<string> {
	const id = newMessageId();
	await commit(db, queueMail(db, { to: SOMEBODY, ...mail, id }));
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
