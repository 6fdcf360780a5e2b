/** The kinds of documents that have a place of their own, which is there even while it is empty. */
import type { Document } from "bingyou-client";

export type NoticeKind = Exclude<Document["kind"], "general">;
type Notices = { path: string; title: string; lead: string };

export const NOTICES: Record<NoticeKind, Notices> = {
	finance: {
		path: "/notices/finance",
		title: "財務公告",
		lead: "每年度經理事會、監事會與會員大會通過的財務報表。",
	},
	donations: {
		path: "/notices/donations",
		title: "捐款徵信",
		lead: "每半年公告一次收到的捐款，捐款人依意願具名。",
	},
};

export const isNotice = (kind: Document["kind"]): kind is NoticeKind => kind !== "general";
