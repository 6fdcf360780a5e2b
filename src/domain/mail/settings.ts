import * as z from "zod";
import type { Association } from "#domain/mail/letter.ts";

/** How mails leave: Cloudflare's binding, Resend, or not at all (development: they can be read in the administration). */
export const MAIL_PROVIDERS = ["local", "cloudflare", "resend"] as const;
export type MailProvider = (typeof MAIL_PROVIDERS)[number];

/** What mails need of the settings. `provider` null: staff have not chosen; `fromAddress` and `replyTo` null: none, or no address. */
export type MailSettings = {
	provider: MailProvider | null;
	fromAddress: string | null;
	fromName: string;
	replyTo: string | null;
	association: Association;
};

/** Keys in the settings table. */
export const MAIL_SETTING_KEYS = [
	"mail.provider",
	"mail.from_address",
	"mail.from_name",
	"mail.reply_to",
	"association.name",
	"association.address",
	"association.phone",
	"association.email",
] as const;
type Key = (typeof MAIL_SETTING_KEYS)[number];

const Provider = z.enum(MAIL_PROVIDERS).nullable().catch(null);
const Address = z.email().nullable().catch(null);

/** Reads the rows; what is missing or cannot be read (bare SQL) is as if staff had left it empty. */
export function readSettings(rows: Record<string, string>): MailSettings {
	const of = (key: Key): string => rows[key]?.trim() ?? "";
	const association = {
		name: of("association.name") || "病友協會",
		address: of("association.address"),
		phone: of("association.phone"),
		email: of("association.email"),
	};
	return {
		provider: Provider.parse(of("mail.provider")),
		fromAddress: Address.parse(of("mail.from_address")),
		fromName: of("mail.from_name") || association.name,
		replyTo: Address.parse(of("mail.reply_to")),
		association,
	};
}
