import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { financeNumberOf, receiptNumberOf } from "#db/record-numbers.ts";
import type { CloseInput, DrawInput, MarkInput } from "#domain/books/examinations/form.ts";
import type { Criteria, Drawn, RecordKind } from "#domain/books/examinations/sample.ts";
import type { By } from "#kernel/by.ts";
import { concernsUser } from "./finance-who.ts";
import { voucherNumber } from "./vouchers.ts";

/** An examination (查核) with how many of its items are marked how. Days are YYYY-MM-DD. */
export type ExaminationRow = {
	id: number;
	title: string;
	from_on: string;
	to_on: string;
	criteria: string;
	size: number;
	drawn_by: string;
	drawn_at: number;
	closed_by: string | null;
	closed_at: number | null;
	opinion: string;
	version: number;
	seen: number;
	doubts: number;
};
const ROW = `SELECT x.id, x.title, x.from_on, x.to_on, x.criteria, x.size, d.name AS drawn_by, x.drawn_at, c.name AS closed_by, x.closed_at,
		x.opinion, x.version, (SELECT count(*) FROM examination_items WHERE examination_id = x.id AND mark = 'seen') AS seen,
		(SELECT count(*) FROM examination_items WHERE examination_id = x.id AND mark = 'doubt') AS doubts
	FROM examinations x JOIN users d ON d.id = x.drawn_by LEFT JOIN users c ON c.id = x.closed_by`;
const STATE = "WHERE (?1 = '' OR (x.closed_at IS NULL) = (?1 = 'open'))";

/** The orders of the list; `progress` is the part of the items that were looked at. */
const ORDER = orders(
	{
		title: "x.title",
		period: ["x.from_on", "x.to_on"],
		drawn: "x.drawn_at",
		size: "x.size",
		progress: [
			"(SELECT count(*) FROM examination_items WHERE examination_id = x.id AND mark IS NOT NULL) * 1.0 / x.size",
			"x.size",
		],
		state: ["x.closed_at IS NOT NULL", "x.closed_at"],
	},
	"x.id",
);
export const EXAMINATION_SORTS = ORDER.sorts;
type ExaminationsPage = { rows: number; page: number; sort: (typeof EXAMINATION_SORTS)[number] };

/**
 * Selects one page of the examinations in an order; `state` is "open", "closed", or empty for all. Marks are counted of
 * the page's alone.
 */
export const examinationRows = (state: string, { rows, page, sort }: ExaminationsPage) =>
	select<ExaminationRow>(
		`${ROW} WHERE x.id IN (SELECT x.id FROM examinations x ${STATE} ${ORDER.by(sort)} ${limitTo(rows, (page - 1) * rows)})
		${ORDER.by(sort)}`,
		state,
	);
export const examinationCount = (state: string): Select<{ many: number; all: number }> =>
	selectOne(
		`SELECT count(*) AS many, (SELECT count(*) FROM examinations) AS "all" FROM examinations x ${STATE}`,
		state,
	);
/** An open examination with doubts that wait for an answer; `since` is when the first of them was asked. */
export type OpenDoubts = { id: number; title: string; doubts: number; since: number };
/** Selects the open examinations with doubts that wait for an answer of others than who asked, the oldest first. */
export const openDoubts = (userId: number): Select<OpenDoubts> =>
	select(
		`SELECT x.id, x.title, count(*) AS doubts, min(i.marked_at) AS since FROM examination_items i JOIN examinations x ON x.id = i.examination_id
		WHERE i.mark = 'doubt' AND i.answer = '' AND i.marked_by <> ? AND x.closed_at IS NULL GROUP BY x.id ORDER BY since, x.id`,
		userId,
	);
export const examinationRow = (id: number): Select<ExaminationRow> => selectOne(`${ROW} WHERE x.id = ?`, id);

export type ExaminationItem = {
	id: number;
	kind: RecordKind;
	record_id: number;
	/** The reasons for which it was drawn, as JSON. */
	why: string;
	number: string;
	on: string;
	words: string;
	amount: number;
	mark: "seen" | "doubt" | null;
	question: string;
	marker: string | null;
	marked_at: number | null;
	answer: string;
	answerer: string | null;
	answered_at: number | null;
	/** Whether the reader asked the question. */
	is_asker: 0 | 1;
	/** Whether the reader has to do with the record, and so may not mark it. */
	is_own: 0 | 1;
	version: number;
};

/** Selects the items of an examination by their days, for a reader. */
export const examinationItems = (id: number, userId: number): Select<ExaminationItem> =>
	select(
		`SELECT i.id, i.kind, i.record_id, i.why, i.mark, i.question, i.marked_at, i.answer, i.answered_at, i.version,
			m.name AS marker, a.name AS answerer, i.marked_by IS ?2 AS is_asker,
			EXISTS (SELECT 1 FROM examination_handlers p WHERE p.kind = i.kind AND p.record_id = i.record_id AND p.user_id = ?2)
				OR ${concernsUser("?2")} AS is_own,
			CASE i.kind WHEN 'voucher' THEN ${voucherNumber("v")} WHEN 'finance' THEN ${financeNumberOf("d")} ELSE ${receiptNumberOf("r")} END AS number,
			coalesce(v.date, d.paid_on, date(d.state_since / 1000, 'unixepoch', '+8 hours'), r.issued_on) AS "on",
			coalesce(v.description, d.title, r.payer_title) AS words,
			coalesce((SELECT sum(debit) FROM voucher_lines WHERE voucher_id = v.id), d.gross, r.amount) AS amount
		FROM examination_items i LEFT JOIN vouchers v ON i.kind = 'voucher' AND v.id = i.record_id
		LEFT JOIN finance_documents d ON i.kind = 'finance' AND d.id = i.record_id
		LEFT JOIN receipts r ON i.kind = 'receipt' AND r.id = i.record_id
		LEFT JOIN users m ON m.id = i.marked_by LEFT JOIN users a ON a.id = i.answered_by
		WHERE i.examination_id = ?1 ORDER BY "on", i.id`,
		id,
		userId,
	);

type Drawing = { input: DrawInput; criteria: Criteria; sample: readonly Drawn[]; by: By };
/** Inserts an examination without its items. */
export const insertExamination = ({ input, criteria, sample, by }: Drawing): Write =>
	sql`INSERT INTO examinations (title, from_on, to_on, criteria, size, drawn_by, drawn_at)
		VALUES (${input.title}, ${input.from_on}, ${input.to_on}, ${JSON.stringify(criteria)}, ${sample.length}, ${by.userId}, ${by.at})`;

/** Inserts the items of the newest examination; stands in the batch that inserts it. */
export const insertSample = (sample: readonly Drawn[]): Write =>
	sql`INSERT INTO examination_items (examination_id, kind, record_id, why)
		SELECT (SELECT max(id) FROM examinations), j.value ->> 'kind', j.value ->> 'record_id', j.value -> 'why'
		FROM json_each(${JSON.stringify(sample)}) j`;

type Of = { id: number; item: number; by: By };

/** Refuses `examination.is_final` when the examination is closed. */
const refuseClosed = (id: number): Write =>
	refuseWhere(
		"examination.is_final",
		sql`EXISTS (SELECT 1 FROM examinations WHERE id = ${id} AND closed_at IS NOT NULL)`,
	);

/**
 * Marks an item. A question that stands is kept where none is sent. Refuses `examination.no_question` for a doubt without
 * one, and `examination.moved` when somebody marked or answered the item since `version`; the triggers of migration 0091
 * refuse who may not, and what is final.
 */
export const markItem = ({ id, item, by }: Of, { mark, question, version }: MarkInput): Write[] => [
	refuseClosed(id),
	refuseWhere(
		"examination.no_question",
		sql`${mark} = 'doubt' AND ${question} = '' AND EXISTS (SELECT 1 FROM examination_items WHERE id = ${item} AND question = '')`,
	),
	sql`UPDATE examination_items SET mark = ${mark}, question = iif(${question} = '', question, ${question}), marked_by = ${by.userId},
			marked_at = ${by.at}, version = version + 1
		WHERE id = ${item} AND examination_id = ${id} AND version = ${version}`,
	guard("examination.moved"),
];

/** Answers the doubt of an item, or writes its answer anew. Refuses as `markItem` does. */
export const answerItem = ({ id, item, by }: Of, { answer, version }: { answer: string; version: number }): Write[] => [
	refuseClosed(id),
	sql`UPDATE examination_items SET answer = ${answer}, answered_by = ${by.userId}, answered_at = ${by.at}, version = version + 1
		WHERE id = ${item} AND examination_id = ${id} AND version = ${version}`,
	guard("examination.moved"),
];

/**
 * Closes an examination with its opinion. Refuses `examination.moved` when it was closed, or anything of it was marked or
 * answered, since `version`.
 */
export const closeExamination = (id: number, { opinion, version }: CloseInput, by: By): Write[] => [
	sql`UPDATE examinations SET opinion = ${opinion}, closed_by = ${by.userId}, closed_at = ${by.at}, version = version + 1
		WHERE id = ${id} AND version = ${version}`,
	guard("examination.moved"),
];
