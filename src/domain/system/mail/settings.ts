import * as z from "zod";
import type { Association } from "#domain/system/notifications/letter.ts";
import { keysOf, valuesOf } from "#domain/system/settings/stored.ts";
import type { Calendar } from "#kernel/calendar.ts";

/**
 * How mails are sent: `local`, not at all (they can be read in the administration); by Cloudflare's binding; by Resend.
 */
const Provider = z.enum(["local", "cloudflare", "resend"]);

/** The settings that mails need; a field that staff left empty is "". */
export type MailSettings = {
	provider: z.infer<typeof Provider>;
	fromAddress: string;
	fromName: string;
	replyTo: string;
	association: Association;
	/** The calendar in which mails to the staff write their dates. */
	calendar: Calendar;
};

/** The keys of the rows that `mailSettings` reads. */
export const MAIL_SETTING_KEYS = [...keysOf("mail"), ...keysOf("association")];

/** Makes the settings of mails from the stored rows. */
export const mailSettingsIn = (rows: readonly { key: string; value: string }[]): MailSettings =>
	mailSettings(new Map(rows.map(({ key, value }) => [key, value])));

/**
 * Makes the settings of mails from the stored values, by key. The association's name is the sender where none is set.
 */
export function mailSettings(stored: ReadonlyMap<string, string>): MailSettings {
	const mail = valuesOf("mail", stored).values;
	const { name, address, phone, email, calendar } = valuesOf("association", stored).values;
	return {
		provider: Provider.parse(mail.provider),
		fromAddress: mail.from_address,
		fromName: mail.from_name || name,
		replyTo: mail.reply_to,
		association: { name, address, phone, email },
		calendar,
	};
}
