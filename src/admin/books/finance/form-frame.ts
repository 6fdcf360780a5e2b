import * as z from "zod";
import { projectField } from "#admin/money-fields.ts";
import type { Named } from "#db/books/finance-lists.ts";
import { FINANCE_FIELDS } from "#domain/books/finance/document-form.ts";
import type { FinanceState } from "#domain/books/finance/labels.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { hidden } from "./form-fields.ts";
import { DOCUMENT_CRUMBS } from "./words.ts";

const { finance } = paths.admin;
const field = fieldsOf(z.object(FINANCE_FIELDS));

/** The request that a form changes; `returned` is the reason when a reviewer returned the request. */
export type Edits = { id: number; number: string; state: FinanceState; version: number; returned: string | null };

/** What the forms of single requests and of registers have in common. */
export type Framed = {
	edits?: Edits | undefined;
	/** The request from which the form of a new request was filled. */
	copyOf?: { id: number; number: string } | undefined;
	key: string;
};

/** Returns the page of a request's form; `name` is what the request is called. */
export const requestPage = (
	{ edits, copyOf }: Framed,
	{ name, slim }: Pick<Page, "slim"> & { name: string },
	body: VNode,
): Page => ({
	title: edits ? `修改${edits.number === "草稿" ? "草稿" : ` ${edits.number}`}` : name,
	area: "支出申請",
	crumbs: [
		...DOCUMENT_CRUMBS,
		edits ? { label: edits.number, href: finance.show(edits.id) } : { label: "新增支出申請", href: finance.create() },
	],
	lead: edits ? name : copyOf ? `由 ${copyOf.number} 複製，請改成這一次的內容。` : undefined,
	slim,
	sheets: ["finance"],
	body: html`<div class="stack">${edits?.returned != null && returnedNotice(edits.returned)} ${body}</div>`,
});

/** Draws a request's form around its cards, with the buttons that send or save it. */
export const requestForm = (
	{ edits, copyOf, key }: Framed,
	{ action, state }: { action: string; state: FormState },
	...cards: Children[]
): VNode =>
	form(
		{ action, state, key, version: edits?.version, main: true, guard: true, upload: true },
		// Enter in a field presses the form's first button, so this button saves.
		html`<button class="sr" name="step" value="save" tabindex="-1" aria-hidden="true">儲存草稿</button>`,
		copyOf && hidden("copy_of", copyOf.id),
		cards,
		formEnd(edits),
	);

/** Draws the card 申請內容; `hint` is an example of a title. */
export const aboutCard = (state: FormState, { hint, projects }: { hint: string; projects: readonly Named[] }): VNode =>
	card(
		{ title: "申請內容" },
		field({ name: "title", label: "主旨", state, autocomplete: "off", hint }),
		field({
			name: "purpose",
			label: "用途說明",
			type: "textarea",
			rows: 3,
			state,
			optional: true,
			hint: "什麼時候、做什麼、有多少人。審核的人靠這裡判斷。",
		}),
		projectField(projects, state, { optional: true }),
	);

/** Draws why a reviewer returned the request. */
const returnedNotice = (words: string): VNode =>
	notice(
		{ tone: "warn", title: "退回補正的原因" },
		words,
		html`<p>重新送出後是新的一版，之前的核准都會清除，從出納重新審核。</p>`,
	);

/** Draws the buttons that send or save the request. */
const formEnd = (edits: Edits | undefined): VNode =>
	html`<div class="row form-end">
		${button({
			label: edits?.state === "returned" ? "重新送出" : "送出申請",
			icon: "send",
			tone: "primary",
			name: "step",
			value: "submit",
			busy: "送出中...",
		})}
		${button({
			label: edits?.state === "returned" ? "先儲存" : "儲存草稿",
			name: "step",
			value: "save",
			busy: "儲存中...",
		})}
		${linkButton({ label: "取消", tone: "quiet", href: edits ? finance.show(edits.id) : finance.list() })}
	</div>`;
