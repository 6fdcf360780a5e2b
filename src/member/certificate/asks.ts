import {
	type ApplicationRow,
	applicationsFor,
	type CertificateState,
	certificateFor,
} from "#db/people/certificates.ts";
import type { Opening } from "#db/people/sealed-reading.ts";
import type { Select } from "#db/read.ts";
import { type SettingRow, selectSettings } from "#db/system/settings.ts";
import { parseSettings } from "#domain/system/settings/actions.ts";
import { keyOf } from "#domain/system/settings/stored.ts";
import type { CertificateSection } from "./section.ts";

const SETTINGS = [keyOf("fees", "disability_discount_percent"), keyOf("members", "certificates_delete_after_days")];

/** What a page asks for a member's certificate, beside its own, as far as it is open to a user. */
export const certificateAsks = (
	userId: number,
	memberId: number,
): [Select<CertificateState & Opening>, Select<ApplicationRow>, Select<SettingRow>] => [
	certificateFor(userId, memberId),
	applicationsFor(userId, memberId),
	selectSettings(SETTINGS),
];

type Answers = [(CertificateState & Opening)[], ApplicationRow[], SettingRow[]];

/** What was answered, as the section shows it; undefined where the member has none, as one who was merged away. */
export function certificateIn(
	answers: Answers,
	place: Pick<CertificateSection, "today" | "action">,
): CertificateSection | undefined {
	const [[certificate], applications, settings] = answers;
	return (
		certificate && {
			certificate,
			applications,
			percent: parseSettings("fees", settings).disability_discount_percent,
			keptDays: parseSettings("members", settings).certificates_delete_after_days,
			...place,
			key: crypto.randomUUID(),
		}
	);
}
