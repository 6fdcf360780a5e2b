import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { ExaminationItem, ExaminationRow } from "#db/books/examinations.ts";
import { CloseForm } from "#domain/books/examinations/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { fileButtons } from "#ui/export-links.ts";
import { facts, lined } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { progress } from "#ui/progress.ts";
import { dateWords } from "#ui/time.ts";
import { itemRow, type RefusedItem } from "./item.ts";
import { CRUMBS, drawnWords, periodWords, progressWords, recordLink, TITLE, unseenOf } from "./words.ts";

const { examinations } = paths.admin;

export type Examination = { row: ExaminationRow; items: readonly ExaminationItem[]; who: Visitor };

/** Draws an examination: what was drawn, how far it is, and its items with their marks, questions and answers. */
export function examinationPage({ row, items, who }: Examination, refused?: RefusedItem): Page {
	const isOpen = row.closed_at === null;
	const isUnseen = unseenOf(row) > 0;
	const problem = refused?.mark?.problem ?? refused?.answer?.problem;
	return {
		title: row.title,
		area: TITLE,
		crumbs: CRUMBS,
		lead: progressWords(row),
		actions: [
			fileButtons((format) => `${examinations.items(format)}?id=${row.id}`),
			linkButton({ label: "查核報告", icon: "print", href: examinations.report(row.id) }),
			!isOpen && linkButton({ label: "審核意見書", icon: "print", href: examinations.opinion(row.id) }),
			isOpen &&
				!isUnseen &&
				allows("examinations_draw", who) &&
				linkButton({ label: "結案", tone: "primary", href: examinations.closing(row.id) }),
		],
		body: html`<div class="stack">
			${problem !== undefined && errorSummary({ values: {}, errors: {}, problem })}
			${card({ title: "抽查" }, progress({ label: "已註記", done: row.size - unseenOf(row), of: row.size }), factsOf(row))}
			${card(
				{ title: "單據", count: items.length },
				html`<ol class="stack loose">${items.map((item) => itemRow(item, { examination: row.id, isOpen, who, refused }))}</ol>`,
			)}
		</div>`,
	};
}

const factsOf = (row: ExaminationRow) =>
	facts([
		{ name: "期間", value: periodWords(row) },
		{ name: "抽查的單據", value: drawnWords(row) },
		{ name: "抽查", value: `${row.drawn_by} ${dateWords(row.drawn_at)}` },
		...(row.closed_at === null
			? []
			: [
					{ name: "結案", value: `${row.closed_by} ${dateWords(row.closed_at)}` },
					{ name: "審核意見", value: lined(row.opinion.split("\n")) },
				]),
	]);

const field = fieldsOf(CloseForm);

/** Draws the page that asks before an examination is closed: the doubts that stay open, and the opinion. */
export function closingPage({ row, items, who }: Examination, state: FormState): Page {
	const doubts = items.filter(({ mark }) => mark === "doubt");
	return {
		title: "結案",
		area: TITLE,
		crumbs: [...CRUMBS, { label: row.title, href: examinations.show(row.id) }],
		slim: true,
		lead: "結案之後，註記、疑問、答覆與意見都不能再改。",
		body: html`<div class="stack">
			${
				doubts.length > 0 &&
				notice(
					{ tone: "warn", title: `還有 ${doubts.length} 筆有疑問，會照樣寫進查核報告` },
					html`<ul>${doubts.map((item) => html`<li>${recordLink(item, who)}　${item.question}${item.answer === "" && "（尚未答覆）"}</li>`)}</ul>`,
				)
			}
			${card(
				{ label: "結案" },
				form(
					{
						action: examinations.closing(row.id),
						state,
						version: row.version,
						submit: "結案",
						busy: "結案中...",
						cancel: examinations.show(row.id),
						main: true,
					},
					field({
						name: "opinion",
						label: "審核意見",
						type: "textarea",
						rows: 6,
						state,
						hint: "會印在審核意見書上。",
					}),
				),
			)}
		</div>`,
	};
}
