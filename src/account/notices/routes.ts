import * as z from "zod";
import type { Route } from "#auth/route.ts";
import { currentTexts } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { currentText, TEXT_KINDS, TEXT_NAMES } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { card } from "#ui/card.ts";
import { html } from "#ui/html.ts";

const notice = pageWithForms({
	path: paths.notice(":kind"),
	gate: "anyone",
	params: z.strictObject({ kind: z.enum(TEXT_KINDS) }),
	page: async ({ env, params: { kind }, surroundings: { fullName } }) => {
		const [stored] = await readRows(env.DB, currentTexts());
		const { version, paragraphs } = currentText(kind, stored, fullName);
		return {
			title: TEXT_NAMES[kind],
			lead: `${fullName}　版本 ${version}`,
			slim: true,
			body: card({ label: TEXT_NAMES[kind] }, ...paragraphs.map((words) => html`<p>${words}</p>`)),
		};
	},
});

/** The routes of the texts that everybody may read before giving any data (個資法 8): applicants, members, donors. */
export const NOTICE_ROUTES: readonly Route[] = [notice.show];
