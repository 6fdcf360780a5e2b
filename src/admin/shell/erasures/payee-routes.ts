import * as z from "zod";
import { actionWords } from "#admin/action-words.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { type PayeeRow, payeeErasure, payeeRow } from "#db/books/index.ts";
import { readRows } from "#db/read.ts";
import { cutPlaces, nameStands, placesKept } from "#db/shell/free-text.ts";
import { PLACE_NAMES } from "#db/shell/free-text-places.ts";
import { pseudonymisePayee } from "#domain/shell/erasures/payee-actions.ts";
import { makeOutsidersCopy } from "#domain/shell/personal-copies/actions.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { zipResponse } from "#http/zip-response.ts";
import { Version } from "#kernel/form.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { payeeCopyPage, payeeErasedPage, payeeErasurePage } from "./payee-pages.ts";
import { cutNames } from "./places-card.ts";

const { payees } = paths.admin;
const gate = "payees_manage";

const ErasureForm = z.strictObject({
	version: Version,
	sure: z.literal("1", { error: "請先勾選確認。" }),
});

type AskOne = Ask<{ id: number }, object>;

/** Whether a payee is a person whose data are in no member's copy. */
const isNobodys = ({ kind, member_id, merged_member_id }: PayeeRow): boolean =>
	kind === "person" && member_id === null && merged_member_id === null;

async function erasureOf({ env, who, params: { id } }: AskOne, { sent }: Refused) {
	const payeeOf = { type: "payee", id } as const;
	const [[payee], [row], [cut], ...rows] = await readRows(
		env.DB,
		payeeRow(id),
		payeeErasure(id),
		cutPlaces(),
		...placesKept(payeeOf),
		...nameStands(payeeOf, []),
	);
	if (!payee || !row || !isNobodys(payee)) return "missing" as const;
	const [kept, found] = [rows.slice(0, PLACE_NAMES.length).flat(), rows.slice(PLACE_NAMES.length).flat()];
	if (payee.pseudonymised_at !== null) return payeeErasedPage(payee, { rows: kept, who });
	return payeeErasurePage({ payee, row, places: { rows: found, cut: cutNames(cut), who } }, sent);
}

const erasure = pageWithForms({
	path: payees.erasure(":id"),
	gate,
	params: IdParams,
	fresh: true,
	page: erasureOf,
});

const erase = erasure.form("sent", {
	fresh: true,
	form: ErasureForm,
	run: async ({ env, db, by, params }, { input: { version } }) => {
		await pseudonymisePayee(env, db, { ref: { id: params.id, version }, by });
		return { to: payees.show(params.id), flash: "已刪除個人資料。" };
	},
});

async function copyOf(ask: AskOne, { sent }: Refused) {
	const [[payee]] = await readRows(ask.env.DB, payeeRow(ask.params.id));
	return payee?.pseudonymised_at === null && isNobodys(payee) ? payeeCopyPage(payee, sent) : ("missing" as const);
}

const copy = pageWithForms({ path: payees.copy(":id"), gate, params: IdParams, fresh: "taking", page: copyOf });

const handOver = copy.form("sent", {
	holds: "sealed",
	form: z.strictObject({}),
	run: async (ask) => {
		if ((await copyOf(ask, {})) === "missing") return "missing";
		const { env, db, by, at, params, surroundings } = ask;
		const words = { action: actionWords, links: mailLinks(env, { masked: true }), association: surroundings.fullName };
		const name = `個人資料-受款人${params.id}-${dateInTaipei(at)}.zip`;
		return zipResponse(await makeOutsidersCopy(env, db, { of: { type: "payee", id: params.id }, words, by }), name);
	},
});

/** The routes of the copy of the data kept about a payee who is not a member, and of the payee's erasure. */
export const PAYEE_ERASURE_ROUTES: readonly Route[] = [copy.show, handOver, erasure.show, erase];
