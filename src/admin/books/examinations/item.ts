import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { ExaminationItem } from "#db/books/examinations.ts";
import { AnswerForm, MarkForm } from "#domain/books/examinations/form.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { disclosure } from "#ui/disclosure.ts";
import { lined } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { dateWords } from "#ui/time.ts";
import { markStatus, recordLink, whyWords } from "./words.ts";

const { examinations } = paths.admin;
const markField = fieldsOf(MarkForm);
const answerField = fieldsOf(AnswerForm);

/** The form of an item that was refused: of a mark, or of an answer. */
export type RefusedItem = { item: number; mark?: FormState | undefined; answer?: FormState | undefined };
type Shown = { examination: number; isOpen: boolean; who: Visitor; refused?: RefusedItem | undefined };

/**
 * Draws an item of an examination: the record, its mark and question, the answer, and while the examination is open the
 * forms of the reader.
 */
export const itemRow = (row: ExaminationItem, of: Shown): VNode => html`<li id=${`item-${row.id}`} class="stack tight">
	<div class="row">
		${recordLink(row, of.who)}
		<span>${row.words}</span>
		${markStatus(row.mark)}
	</div>
	<p class="small soft">${dayText(row.on)}　${money(row.amount)}　${whyWords(row)}${row.marked_at !== null && `　${row.marker} ${dateWords(row.marked_at)}註記`}</p>
	${saidOf(row)} ${of.isOpen && allows("examinations_draw", of.who) && markForms(row, of)}
	${of.isOpen && row.mark === "doubt" && row.is_asker === 0 && allows("examinations_answer", of.who) && answerForm(row, of)}
</li>`;

/** Draws the question and the answer of an item. */
export const saidOf = ({ question, marker, answer, answerer, answered_at }: ExaminationItem): Children => [
	question !== "" && html`<p>疑問（${marker}）：${lined(question.split("\n"))}</p>`,
	answer !== "" &&
		answered_at !== null &&
		html`<p>答覆（${answerer} ${dateWords(answered_at)}）：${lined(answer.split("\n"))}</p>`,
];

function markForms(row: ExaminationItem, { examination, refused }: Shown): Children {
	if (row.is_own === 1) return html`<p class="small soft">您經手過或與您有關，請另一位監事註記。</p>`;
	const action = examinations.mark(examination, row.id);
	const sent = refused?.item === row.id ? refused.mark : undefined;
	const press = (mark: "seen" | "doubt", label: string) =>
		form(
			{ action, state: freshForm(), version: row.version },
			html`<div class="row">${button({ label, about: `：${row.number}`, size: "s", name: "mark", value: mark, busy: "處理中..." })}</div>`,
		);
	const state = { ...(sent ?? freshForm({ question: row.question })), prefix: `q${row.id}`, problem: undefined };
	return html`<div class="stack tight">
		${row.mark !== "seen" && press("seen", "看過")}
		${
			row.answer === ""
				? disclosure(
						{ label: row.mark === "doubt" ? "改疑問" : "有疑問", open: sent !== undefined },
						form(
							{ action, state, version: row.version },
							html`<input type="hidden" name="mark" value="doubt" />`,
							markField({
								name: "question",
								label: "疑問",
								type: "textarea",
								rows: 2,
								state,
								required: true,
							}),
							html`<div class="row">${button({ label: "標為有疑問", size: "s", busy: "處理中..." })}</div>`,
						),
					)
				: row.mark === "seen" && press("doubt", "仍有疑問")
		}
	</div>`;
}

function answerForm(row: ExaminationItem, { examination, refused }: Shown): VNode {
	const sent = refused?.item === row.id ? refused.answer : undefined;
	const state = { ...(sent ?? freshForm({ answer: row.answer })), prefix: `a${row.id}`, problem: undefined };
	return disclosure(
		{ label: row.answer === "" ? "答覆" : "改答覆", open: sent !== undefined || row.answer === "" },
		form(
			{ action: examinations.answer(examination, row.id), state, version: row.version },
			answerField({ name: "answer", label: "答覆", type: "textarea", rows: 2, state }),
			html`<div class="row">${button({ label: "送出答覆", size: "s", busy: "處理中..." })}</div>`,
		),
	);
}
