import {
	type ApplicationRow,
	applicationsFor,
	type CertificateState,
	certificateFor,
	type Opening,
} from "#db/people/index.ts";
import type { Select } from "#db/read.ts";
import { type SettingRow, selectSettings } from "#db/system/index.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keyOf } from "#domain/system/index.ts";
import type { CertificateSection } from "./section.ts";

const SETTINGS = [keyOf("fees", "disability_discount_percent"), keyOf("members", "certificates_delete_after_days")];

/**
 * Returns the statements that read a member's disability certificate as far as the user may see it; a page sends them
 * with its own.
 */
export const certificateAsks = (
	userId: number,
	memberId: number,
): [Select<CertificateState & Opening>, Select<ApplicationRow>, Select<SettingRow>] => [
	certificateFor(userId, memberId),
	applicationsFor(userId, memberId),
	selectSettings(SETTINGS),
];

type Answers = [(CertificateState & Opening)[], ApplicationRow[], SettingRow[]];

/**
 * Returns the data of the certificate section from the answers of `certificateAsks`; undefined when the member's record
 * does not exist any more, as after a merge.
 */
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
