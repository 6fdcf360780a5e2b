import { memberTabs } from "#admin/members/tabs.ts";
import type { Tab } from "#admin/ui/page.ts";
import type { Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { NotableType } from "#db/notes.ts";
import { paths } from "#http/paths.ts";

type Noun = {
	/** Who reads and writes notes of this kind of record. */
	gate: Exclude<Gate, "anyone">;
	/** Where its notes are, and are sent to. */
	list: (id: number | ":id") => string;
	/** The record's own page, and the list that it is in. */
	record: (id: number) => string;
	all: { label: string; href: string };
	/** The pages of the record, this one among them. */
	tabs: (of: { id: number; count: number; who: Visitor }) => Tab[];
	/** What whoever writes has to know. */
	hint: string;
};

/** THE kinds of record that have notes, beside their SQL in src/db/notes.ts. */
export const NOUNS: Record<NotableType, Noun> = {
	member: {
		gate: "notes",
		list: paths.admin.members.notes.list,
		record: paths.admin.members.show,
		all: { label: "會員", href: paths.admin.members.list() },
		tabs: ({ id, count, who }) => memberTabs({ member: { id }, notes: count, who }, "notes"),
		// 個資法 3, 10: whoever the note is about may ask to read it.
		hint: "最多 2,000 字。會員有權查詢與自己有關的備忘錄，請只寫事實。",
	},
};
