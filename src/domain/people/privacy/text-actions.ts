import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { insertText } from "#db/people/consent-texts.ts";
import type { TextKind } from "#domain/people/profiles/consent-texts.ts";
import type { By } from "#kernel/by.ts";

/**
 * Publishes a version of a text (告知事項) from a day (YYYY-MM-DD) on; whoever agreed to an earlier one is asked again then.
 * Refuses `privacy.text_final` for a day before today.
 */
export const publishText = (
	db: Db,
	{ kind, startsOn, body, by }: { kind: TextKind; startsOn: string; body: string; by: By },
): Promise<void> =>
	commit(db, [
		insertText({ kind, startsOn, body, by }),
		...recordAudit(db, {
			...by,
			action: "privacy.publish_text",
			auditableType: "consent_text",
			auditableId: kind,
			description: kind,
			changes: { starts_on: startsOn, characters: body.length },
		}),
	]);
