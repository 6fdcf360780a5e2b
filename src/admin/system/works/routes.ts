import * as z from "zod";
import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { wantsJson } from "#auth/answer.ts";
import { allows, isGate } from "#auth/permissions.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { worksOf } from "#db/system/works.ts";
import { seeWork } from "#domain/system/works/actions.ts";
import { openExport } from "#domain/system/works/export-actions.ts";
import { paths } from "#http/paths.ts";
import { privateFileResponse } from "#http/private-file.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneNow } from "#ui/empty.ts";
import { html, toHtml } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { type ShownWork, workLine, worksPart } from "#ui/works.ts";
import { shownWork } from "./shown.ts";

const { works } = paths.admin;

/** Draws the page 進行中的工作: what the user began within the last day, how far it is, and how it ended. */
const worksPage = (list: readonly ShownWork[]): Page => ({
	title: "進行中的工作",
	area: "進行中的工作",
	crumbs: SYSTEM_CRUMBS,
	lead: "您開始的匯入、匯出、寄信與會費開立。做完的留一天。",
	actions: linkButton({ label: "重新整理", icon: "refresh", href: works.list() }),
	slim: true,
	body:
		list.length === 0
			? card({ flush: true, label: "進行中的工作" }, noneNow({ title: "現在沒有進行中的工作" }))
			: html`<div class="stack">${list.map(workLine)}</div>`,
});

const standing = pageWithForms({
	path: works.list(),
	gate: "staff",
	page: async ({ c, env, who, at }) => {
		// A script asks for the part of the head that changes.
		if (wantsJson(c)) {
			const part = worksPart(
				who.works.map((row) => shownWork(row, at)),
				works.list(),
			);
			return { data: { html: part === null ? "" : toHtml(part) } };
		}
		const [rows] = await readRows(env.DB, worksOf(who.userId, at));
		return worksPage(rows.map((row) => shownWork(row, at)));
	},
});

const sight = standing.form("sent", {
	path: works.sight(":id"),
	params: IdParams,
	form: z.strictObject({}),
	run: async ({ db, who, at, params }) => {
		await seeWork(db, { id: params.id, userId: who.userId, at });
		return { to: works.list() };
	},
});

/**
 * Gives the file of an export to who made it, after a fresh proof of identity, as long as they may still export the
 * list.
 */
const file = standing.form("sent", {
	path: works.file(":id"),
	params: IdParams,
	holds: "sealed",
	form: z.strictObject({}),
	run: async ({ env, db, who, at, params }) => {
		const found = await openExport(env, db, { id: params.id, userId: who.userId, at });
		if (!found || !isGate(found.file.gate) || !allows(found.file.gate, who)) return "missing";
		return privateFileResponse(found);
	},
});

export const WORK_ROUTES: readonly Route[] = [standing.show, sight, file];
