import type { Write } from "#db/commit.ts";
import { type AnnouncedChild, replaceChildren } from "#db/people/application-children.ts";
import { refuseOldText } from "#db/people/consent-texts.ts";
import type { Person } from "#domain/people/profiles/actions.ts";
import type { Children } from "#domain/people/profiles/announced.ts";

/**
 * Returns the writes that store the children of an application in the place of those `before`, and the checks for them.
 * A child that was announced before keeps the consent that was given for it. Refuses `privacy.text_changed` for a consent
 * to another text than the one that is asked for now, and what `replaceChildren` refuses.
 */
export function childrenWrites(
	{ said, version }: Children,
	{ before, by }: { before: readonly AnnouncedChild[]; by: Person },
): { checks: Write[]; writes: Write[] } {
	const kept = new Map(before.map((child) => [keyOf(child), child]));
	const children = said.map((child) => {
		const { text_version = version, agreed_at = by.at } = kept.get(keyOf(child)) ?? {};
		return { ...child, text_version, agreed_at };
	});
	const isNew = said.some((child) => !kept.has(keyOf(child)));
	return {
		checks: isNew ? [refuseOldText("personal_data", version)] : [],
		writes: replaceChildren(by.userId, children),
	};
}

const keyOf = ({ name, birth_date }: { name: string; birth_date: string }): string => `${birth_date} ${name}`;
