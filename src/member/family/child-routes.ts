import type { Ask, Route } from "#auth/route.ts";
import { currentTexts, mayActForRow } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { announceChild } from "#domain/people/actions.ts";
import { ChildForm, currentText } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { childPage } from "./child-page.ts";

const { family, dependent, profile } = paths.member;

async function pageOf({ env, who, surroundings }: Ask, { sent }: Refused) {
	if (who.memberId === null) return { to: profile.create() };
	const [[acts], stored] = await readRows(env.DB, mayActForRow(who.userId, who.memberId), currentTexts());
	if (acts?.may !== 1) return { to: paths.member.home() };
	return childPage(
		{ text: currentText("personal_data", stored, surroundings.fullName), key: crypto.randomUUID() },
		sent,
	);
}

const adding = pageWithForms({ path: family.create(), gate: "member", page: pageOf });

const announce = adding.form("sent", {
	form: ChildForm,
	run: async ({ env, db, who, by }, { input, key }) => {
		if (who.memberId === null) return "missing";
		const child = { child: input, parentId: who.memberId, key, by: { ...by, userId: who.userId } };
		const id = await announceChild(env, db, child);
		return { to: dependent.show(id), flash: "已送出孩子的入會申請，協會決定後會通知您。" };
	},
});

export const CHILD_ROUTES: readonly Route[] = [adding.show, announce];
