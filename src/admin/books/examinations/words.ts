import { LEDGER_CRUMBS } from "#admin/books/ledger/words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { ExaminationItem, ExaminationRow } from "#db/books/examinations.ts";
import { Criteria, criteriaWords, isWhy, WHY_LABELS } from "#domain/books/examinations/sample.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { html } from "#ui/html.ts";
import { type Status, status } from "#ui/status.ts";

const { examinations, finance, ledger, receipts } = paths.admin;

export const TITLE = "查核";
export const CRUMBS = [...LEDGER_CRUMBS, { label: TITLE, href: examinations.list() }];

export const periodWords = ({ from_on, to_on }: Pick<ExaminationRow, "from_on" | "to_on">): string =>
	`${dayText(from_on)}至 ${dayText(to_on)}`;
export const unseenOf = ({ size, seen, doubts }: Pick<ExaminationRow, "size" | "seen" | "doubts">): number =>
	size - seen - doubts;
/** Returns how far an examination is: 看過 3／有疑問 1／未看 8. */
export const progressWords = (row: Pick<ExaminationRow, "size" | "seen" | "doubts">): string =>
	`看過 ${row.seen}／有疑問 ${row.doubts}／未看 ${unseenOf(row)}`;
/** Returns what was drawn, as it is stored, in words. */
export const drawnWords = (row: Pick<ExaminationRow, "criteria">): string =>
	criteriaWords(Criteria.parse(JSON.parse(row.criteria))).join("、");

/** Returns the reasons for which an item was drawn: 金額、隨機. */
export const whyWords = ({ why }: Pick<ExaminationItem, "why">): string =>
	(JSON.parse(why) as string[])
		.filter(isWhy)
		.map((one) => WHY_LABELS[one])
		.join("、");

/** Draws the number of the record that an item is about, as a link for who may see the record. */
export function recordLink(
	{ kind, record_id, number }: Pick<ExaminationItem, "kind" | "record_id" | "number">,
	who: Visitor,
) {
	const [gate, href] = {
		voucher: ["ledger", ledger.voucher] as const,
		finance: ["finance_all", finance.show] as const,
		receipt: ["receipts", receipts.show] as const,
	}[kind];
	return allows(gate, who) ? html`<a href=${href(record_id)}>${number}</a>` : number;
}

const MARKS = {
	seen: { word: "看過", tone: "ok" },
	doubt: { word: "有疑問", tone: "warn", icon: "warn" },
	none: { word: "未看" },
} as const satisfies Record<string, Status>;
export const markWord = (mark: ExaminationItem["mark"]): string => MARKS[mark ?? "none"].word;
export const markStatus = (mark: ExaminationItem["mark"]) => status(MARKS[mark ?? "none"]);
