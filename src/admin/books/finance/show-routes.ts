import * as z from "zod";
import { IdParams, type Route, view } from "#auth/route.ts";
import { documentRow } from "#db/books/finance.ts";
import { readRows } from "#db/read.ts";
import { commentDocument, removeDraft, submitDocument, withdrawDocument } from "#domain/books/finance/actions.ts";
import { CommentForm, Words } from "#domain/books/finance/document-form.ts";
import { financeNumber } from "#domain/books/finance/labels.ts";
import { noteFinancePrint, viewAttachment } from "#domain/books/finance/list-actions.ts";
import { STEPS } from "#domain/books/finance/steps.ts";
import { paths } from "#http/paths.ts";
import { privateFileResponse } from "#http/private-file.ts";
import { Version } from "#kernel/form.ts";
import { taking } from "#kits/steps/taking.ts";
import { relay } from "#platform/queue.ts";
import { readerOf } from "./asks.ts";
import { document } from "./document.ts";
import { financePrintPage } from "./print-page.ts";
import { type AskDocument, readDocument } from "./show-reads.ts";
import { STEP_PATHS } from "./shown.ts";

const { finance } = paths.admin;

const print = view({
	path: finance.print(":id"),
	gate: "finance",
	isPaper: true,
	params: IdParams,
	show: async (ask) => {
		const of = await readDocument(ask);
		if (!of || of.document.state === "draft") return "missing";
		await noteFinancePrint(ask.db, { id: of.document.id, number: financeNumber(of.document), by: ask.by });
		return financePrintPage(of, ask.surroundings.fullName);
	},
});

const FileParams = IdParams.extend({ fileId: IdParams.shape.id });

/**
 * Sends an attachment through `viewAttachment`, which records that it was opened; "missing" when the user may not see
 * it. A PDF may hold scripts, so it is sent as a download.
 */
const attachment = view({
	path: finance.attachment(":id", ":fileId"),
	gate: "finance",
	holds: "own",
	params: FileParams,
	show: async (ask) => {
		const { env, db, by, who, params } = ask;
		const [[document]] = await readRows(env.DB, documentRow(params.id, readerOf(who)));
		if (!document || (document.state === "draft" && document.applicant_id !== who.userId)) return "missing";
		const number = financeNumber(document);
		const opened = await viewAttachment(env, db, { id: params.id, fileId: params.fileId, number, by });
		if (!opened) return "missing";
		return privateFileResponse(opened, opened.file.contentType === "application/pdf" ? "attachment" : "inline");
	},
});

/**
 * Returns what the routes of the applicant's steps share: the step, its path, the permission, and the page to return
 * to.
 */
const own = (step: "submit" | "withdraw") =>
	({
		step: STEPS[step],
		path: STEP_PATHS[step](":id"),
		gate: "finance_submit",
		to: ({ params }: AskDocument) => finance.show(params.id),
	}) as const;

const submit = taking(document, "submit", {
	...own("submit"),
	form: z.strictObject({ version: Version }),
	take: async ({ db, params: { id }, by, who }, { input: { version } }) => {
		await submitDocument(db, { ref: { id, version }, by: { ...by, userId: who.userId } });
		return {};
	},
});

const remove = document.form("other", {
	path: finance.removal(":id"),
	gate: "finance_submit",
	form: z.strictObject({ version: Version }),
	run: async ({ env, db, by, who, params: { id } }, { input: { version } }) => {
		await removeDraft(env, db, { ref: { id, version }, by: { ...by, userId: who.userId } });
		return { to: finance.list(), flash: "已刪除草稿。", tone: "info" as const };
	},
});

const withdraw = taking(document, "withdraw", {
	...own("withdraw"),
	form: z.strictObject({ version: Version, comment: Words }),
	take: async ({ db, params: { id }, by, who }, { input: { version, comment } }) => {
		await withdrawDocument(db, { ref: { id, version }, comment, by: { ...by, userId: who.userId } });
		return { tone: "info" };
	},
});

const comment = document.form("comment", {
	path: finance.comments(":id"),
	form: CommentForm,
	run: async (ask, { input }) => {
		const { id } = ask.params;
		const of = await readDocument(ask);
		if (!of) return "missing";
		const { seesAll } = readerOf(ask.who);
		await commentDocument(ask.db, {
			seesAll,
			ref: { id },
			comment: input.comment,
			by: { ...ask.by, userId: ask.who.userId },
		});
		ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
		return { to: finance.show(id), flash: "已留言。" };
	},
});

/**
 * The routes of one request: its page, print and attachments, its applicant's steps (submit, remove, withdraw), and
 * comments.
 */
export const FINANCE_SHOW_ROUTES: readonly Route[] = [
	document.show,
	print,
	attachment,
	submit,
	remove,
	withdraw,
	comment,
];
