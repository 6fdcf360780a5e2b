import * as z from "zod";
import { action, IdParams, type Route, view } from "#auth/route.ts";
import { documentRow } from "#db/books/finance.ts";
import { readRows } from "#db/read.ts";
import { commentDocument, removeDraft, submitDocument, withdrawDocument } from "#domain/books/finance/actions.ts";
import { financeNumber } from "#domain/books/finance/labels.ts";
import { STEPS } from "#domain/books/finance/steps.ts";
import { noteFinancePrint, viewAttachment } from "#domain/books/finance-lists/actions.ts";
import { paths } from "#http/paths.ts";
import { privateFileResponse } from "#http/private-file.ts";
import { lines, Version } from "#kernel/form.ts";
import { relay } from "#platform/queue.ts";
import type { Page } from "#ui/page.ts";
import { readerOf } from "./asks.ts";
import { financePrintPage } from "./print-page.ts";
import { financeShowPage } from "./show-page.ts";
import { type AskDocument, readDocument } from "./show-reads.ts";
import type { Refused } from "./shown.ts";

const { finance } = paths.admin;

/** Draws the page of a request as the answer to one of its forms. */
export async function documentPageOf(ask: AskDocument, refused: Refused = {}): Promise<Page | "missing"> {
	const of = await readDocument(ask);
	return of ? financeShowPage(of, refused) : "missing";
}

/** The schema of an optional comment. */
export const Words = lines(1000)
	.default("")
	.transform((text) => text || null);
/** The schema of a required reason. */
export const Reason = lines(1000)
	.default("")
	.refine((text) => text !== "", { error: "請寫下原因。" });

const show = view({
	path: finance.show(":id"),
	gate: "finance",
	params: IdParams,
	show: (ask) => documentPageOf(ask),
});

const print = view({
	path: finance.print(":id"),
	gate: "finance",
	params: IdParams,
	show: async (ask) => {
		const of = await readDocument(ask);
		if (!of || of.document.state === "draft") return "missing";
		await noteFinancePrint(ask.db, { id: of.document.id, number: financeNumber(of.document), by: ask.by });
		return financePrintPage(of, ask.surroundings.fullName);
	},
});

const FileParams = IdParams.extend({ fileId: IdParams.shape.id });

/** Sends an attachment and logs each view. A PDF may hold scripts, so it is downloaded. */
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

const submit = action({
	path: finance.submission(":id"),
	gate: "finance_submit",
	params: IdParams,
	form: z.strictObject({ version: Version }),
	run: async (ask, { input: { version } }) => {
		const { id } = ask.params;
		await submitDocument(ask.db, { ref: { id, version }, by: { ...ask.by, userId: ask.who.userId } });
		ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
		return { to: finance.show(id), flash: STEPS.submit.done };
	},
	page: (ask, other) => documentPageOf(ask, { other }),
});

const remove = action({
	path: finance.removal(":id"),
	gate: "finance_submit",
	params: IdParams,
	form: z.strictObject({ version: Version }),
	run: async ({ env, db, by, who, params: { id } }, { input: { version } }) => {
		await removeDraft(env, db, { ref: { id, version }, by: { ...by, userId: who.userId } });
		return { to: finance.list(), flash: "已刪除草稿。", tone: "info" as const };
	},
	page: (ask, other) => documentPageOf(ask, { other }),
});

const withdraw = action({
	path: finance.withdrawal(":id"),
	gate: "finance_submit",
	params: IdParams,
	form: z.strictObject({ version: Version, comment: Words }),
	run: async (ask, { input: { version, comment } }) => {
		const { id } = ask.params;
		await withdrawDocument(ask.db, { ref: { id, version }, comment, by: { ...ask.by, userId: ask.who.userId } });
		ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
		return { to: finance.show(id), flash: STEPS.withdraw.done, tone: "info" as const };
	},
	page: (ask, other) => documentPageOf(ask, { other: { ...other, values: { ...other.values, _step: "withdraw" } } }),
});

const comment = action({
	path: finance.comments(":id"),
	gate: "finance",
	params: IdParams,
	form: z.strictObject({ comment: lines(1000).refine((text) => text !== "", { error: "請寫下留言。" }) }),
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
	page: (ask, state) => documentPageOf(ask, { comment: state }),
});

/** The routes of a request, of its applicant's steps, and of what all its readers can do. */
export const FINANCE_SHOW_ROUTES: readonly Route[] = [show, print, attachment, submit, remove, withdraw, comment];
