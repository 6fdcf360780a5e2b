import { memberTabs } from "#admin/people/members/tabs.ts";
import { allows, type Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { NotableType } from "#db/people/notes.ts";
import { taskNumber } from "#domain/system/record-numbers.ts";
import { paths } from "#http/paths.ts";
import type { Tab } from "#ui/page.ts";

type Noun = {
	/** Who reads and writes notes of this kind of record. */
	gate: Exclude<Gate, "anyone">;
	/** Where its notes are, and where one is stored. */
	list: (id: number | ":id") => string;
	store: (id: number | ":id") => string;
	/** The record's own page, and the list that it is in. */
	record: (id: number) => string;
	all: { label: string; href: string };
	/** What it is called in the way to its notes, where that is not its name. */
	crumb?: (id: number) => string;
	/** Whether somebody sees every record of the kind, or their own alone. */
	seesAll: (who: Visitor) => boolean;
	/** Where one goes on after writing. */
	home: (id: number) => string;
	/** The pages of the record, this one among them. */
	tabs: (of: { id: number; count: number; who: Visitor }) => Tab[];
	/** What whoever writes has to know. */
	hint: string;
};

/** THE kinds of record that have notes, beside their SQL in src/db/people/notes.ts. */
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
		// 個資法 3, 10: whoever the note is about may ask to read it.
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
