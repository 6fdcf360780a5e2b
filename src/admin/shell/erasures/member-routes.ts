import * as z from "zod";
import { actionWords } from "#admin/action-words.ts";
import { type AskMember, oneMember } from "#admin/people/index.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { memberRow } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { erasureOf } from "#db/shell/erasures.ts";
import { cutPlaces, nameStands, placesKept } from "#db/shell/free-text.ts";
import { ErasureForm } from "#domain/people/index.ts";
import { formerSelects, namesBefore, pseudonymise } from "#domain/shell/erasures/actions.ts";
import { makeCopy } from "#domain/shell/personal-copies/actions.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { zipResponse } from "#http/zip-response.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { erasedPage, erasurePage, handOverPage } from "./member-pages.ts";
import { cutNames } from "./places-card.ts";

const { members } = paths.admin;
const { privacy } = members;

async function copyOf(ask: AskMember, { sent }: Refused) {
	const member = await oneMember(ask);
	return member && member.merged_into === null ? handOverPage(member, sent) : ("missing" as const);
}

const copy = pageWithForms({
	path: privacy.copy(":id"),
	gate: "members_sensitive",
	params: IdParams,
	fresh: "taking",
	page: copyOf,
});

const handOver = copy.form("sent", {
	holds: "sealed",
	form: z.strictObject({}),
	run: async (ask) => {
		if ((await copyOf(ask, {})) === "missing") return "missing";
		const { env, db, who, by, at, params, surroundings } = ask;
		const words = { action: actionWords, links: mailLinks(env, { masked: true }), association: surroundings.fullName };
		const wanted = { memberId: params.id, asOwn: false, words, by: { ...by, userId: who.userId } };
		return zipResponse(await makeCopy(env, db, wanted), `個人資料-會員${params.id}-${dateInTaipei(at)}.zip`);
	},
});

async function erasureOn({ env, who, params }: AskMember, { sent }: Refused) {
	const { id } = params;
	const [[member], [row], [cut], stored, history, merged, ...kept] = await readRows(
		env.DB,
		memberRow(id),
		erasureOf(id),
		cutPlaces(),
		...formerSelects(id),
		...placesKept({ type: "member", id }),
	);
	if (!member || !row || member.merged_into !== null) return "missing" as const;
	if (member.pseudonymised_at !== null) return erasedPage(member, { rows: kept.flat(), who });
	const former = await namesBefore(env, [stored, history, merged]);
	const found = await readRows(env.DB, ...nameStands({ type: "member", id }, former));
	const places = { rows: found.flat(), cut: cutNames(cut), who };
	return erasurePage({ member, row, places, userId: who.userId }, sent);
}

const erasure = pageWithForms({
	path: privacy.pseudonymisation(":id"),
	gate: "members_erase",
	params: IdParams,
	fresh: true,
	page: erasureOn,
});

const erase = erasure.form("sent", {
	fresh: true,
	form: ErasureForm,
	run: async ({ env, db, who, by, params }, { input }) => {
		const ref = { id: params.id, version: input.version };
		await pseudonymise(env, db, { ref, requestId: input.request, by: { ...by, userId: who.userId } });
		return { to: members.show(params.id), flash: "已去識別化，並結案刪除的申請。" };
	},
});

/** The routes of the copy of all data kept about a member, and of the member's pseudonymisation (去識別化). */
export const MEMBER_ERASURE_ROUTES: readonly Route[] = [copy.show, handOver, erasure.show, erase];
