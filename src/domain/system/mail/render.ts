import { prepare } from "#domain/system/notifications/kinds.ts";
import type { Links } from "#domain/system/notifications/letter.ts";
import { layOut, type Rendered } from "./layout.ts";
import type { MailSettings } from "./settings.ts";

/**
 * Renders a stored mail: the same row, settings and keys always give the same words. Undefined for a mail that cannot
 * be rendered any more (emptied after 180 days, or of a kind that was removed).
 */
export function renderMail(
	mail: { template: string; data: string; toName: string },
	{ settings, links }: { settings: MailSettings; links: Links },
): Rendered | undefined {
	const prepared = prepare(mail.template, mail.data);
	if (!prepared) return undefined;
	const letter = prepared.write({ association: settings.association, links });
	const unsubscribe = prepared.listed === null ? undefined : links.unsubscribe(prepared.listed);
	return layOut({ letter, name: mail.toName, settings, unsubscribe });
}
