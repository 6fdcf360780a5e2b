import { VISIBILITY_LOOKS } from "#admin/content/index.ts";
import { STATE_LOOKS as ANNOUNCEMENT_LOOKS, standingOf, taskStatus } from "#admin/office/index.ts";
import { allows } from "#auth/permissions.ts";
import { announcementHits, documentHits, taskHits } from "#db/shell/staff-search.ts";
import { sees, seesAll } from "#domain/content/index.ts";
import { audienceWords, seesAllAnnouncements, TASK_STATUS_LABELS } from "#domain/office/index.ts";
import { partsOf, piecesOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { contentStatus, STATE_LOOKS } from "#ui/content-status.ts";
import { status } from "#ui/status.ts";
import { lookingFor, type Source, type Wanted } from "./source.ts";

const typed = (wanted: Wanted) => ({ parts: partsOf(wanted.q), wanted });
const told = (q: string, ...facts: (string | null)[]) => piecesOf(facts.filter(Boolean).join("　"), q);

/**
 * Searches the documents that the user manages or may read; those that the user only reads link to the reading list.
 */
export const documents: Source["look"] = (wanted) => {
	const { q, who } = wanted;
	const held = who.permissions;
	const sight = { all: seesAll(held), publicOnes: sees(held, "public"), userId: who.userId, permissions: held };
	const { show, reading } = paths.admin.documents;
	return lookingFor(
		typed(wanted),
		(looked) => documentHits(looked, sight),
		({ id, title, category, visibility, state }) => ({
			label: piecesOf(title, q),
			sub: told(q, VISIBILITY_LOOKS[visibility].word, category),
			href: sees(held, visibility) ? show(id) : `${reading()}?${new URLSearchParams({ q: title })}`,
			state: state === "published" ? undefined : { word: STATE_LOOKS[state].word, badge: contentStatus(state) },
		}),
	);
};

export const announcements: Source["look"] = (wanted) => {
	const { q, who, at } = wanted;
	return lookingFor(
		typed(wanted),
		(looked) => announcementHits(looked, { all: seesAllAnnouncements(who.permissions) }),
		({ id, title, audience, named, ...window }) => {
			const look = ANNOUNCEMENT_LOOKS[standingOf(window, at)];
			return {
				label: piecesOf(title, q),
				sub: piecesOf(audienceWords(audience, named === null ? [] : [{ code: audience, name: named }]), q),
				href: paths.admin.announcements.show(id),
				state: { word: look.word, badge: status(look) },
			};
		},
	);
};

export const tasks: Source["look"] = (wanted) => {
	const { q, who } = wanted;
	return lookingFor(
		typed(wanted),
		(looked) => taskHits(looked, { userId: who.userId, seesAll: allows("tasks_manage", who) }),
		({ id, title, assignee, due_on, status: code }) => ({
			label: piecesOf(title, q),
			sub: told(q, assignee, due_on && `${dayText(due_on)}到期`),
			href: paths.admin.tasks.show(id),
			state: { word: TASK_STATUS_LABELS[code], badge: taskStatus(code) },
		}),
	);
};
