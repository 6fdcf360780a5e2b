import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { paths } from "#http/paths.ts";
import type { Tab } from "#ui/page.ts";

const { members } = paths.admin;

/** Returns the tabs of the pages of one member. */
export const memberTabs = (
	{ member, notes, who }: { member: { id: number }; notes: number; who: Visitor },
	current: "show" | "notes" | "history",
): Tab[] => [
	{ label: "資料", href: members.show(member.id), current: current === "show" },
	...(allows("notes", who)
		? [{ label: "備忘錄", href: members.notes.list(member.id), count: notes, current: current === "notes" }]
		: []),
	{ label: "歷程", href: members.history(member.id), current: current === "history" },
];
