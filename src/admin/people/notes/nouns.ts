import { memberTabs } from "#admin/people/members/tabs.ts";
import { allows, type Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { NotableType } from "#db/people/notes.ts";
import { paths } from "#http/paths.ts";
import { taskNumber } from "#kernel/record-numbers.ts";
import type { Tab } from "#ui/page.ts";

type Noun = {
	/** The gate of users who read and write notes of this kind of record. */
	gate: Exclude<Gate, "anyone">;
	/** The address of a record's notes, and the address that stores a new note. */
	list: (id: number | ":id") => string;
	store: (id: number | ":id") => string;
	/** The address of the record, and the list page that it is in. */
	record: (id: number) => string;
	all: { label: string; href: string };
	/** The record's label in the breadcrumbs, when this is not its name. */
	crumb?: (id: number) => string;
	/** Returns whether the user sees all records of the kind, or only the user's own. */
	seesAll: (who: Visitor) => boolean;
	/** The address to which a new note redirects. */
	home: (id: number) => string;
	/** Returns the tabs of the record's pages, including the tab of its notes. */
	tabs: (of: { id: number; count: number; who: Visitor }) => Tab[];
	/** The hint for the author of a note. */
	hint: string;
};

/** The only table of the kinds of records that have notes; their SQL is in src/db/people/notes.ts. */
export const NOUNS: Record<NotableType, Noun> = {
	member: {
		gate: "notes",
		list: paths.admin.members.notes.list,
		store: paths.admin.members.notes.store,
		home: paths.admin.members.notes.list,
		seesAll: () => true,
		record: paths.admin.members.show,
		all: { label: "會員", href: paths.admin.members.list() },
		tabs: ({ id, count, who }) => memberTabs({ member: { id }, notes: count, who }, "notes"),
		// 個資法 3, 10: the person whom the note is about may ask to read it.
		hint: "最多 2,000 字。會員有權查詢與自己有關的備忘錄，請只寫事實。",
	},
	task: {
		gate: "tasks",
		list: paths.admin.tasks.notes,
		store: paths.admin.tasks.notes,
		home: (id) => `${paths.admin.tasks.show(id)}#notes`,
		seesAll: (who) => allows("tasks_manage", who),
		record: paths.admin.tasks.show,
		all: { label: "任務", href: paths.admin.tasks.list() },
		crumb: taskNumber,
		tabs: ({ id, count }) => [
			{ label: "任務", href: paths.admin.tasks.show(id) },
			{ label: "備忘錄", href: paths.admin.tasks.notes(id), current: true, count: count === 0 ? undefined : count },
		],
		hint: "最多 2,000 字。看得到這件任務的人都看得到。",
	},
};
