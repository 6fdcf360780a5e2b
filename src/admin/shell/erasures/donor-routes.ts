import * as z from "zod";
import { actionWords } from "#admin/action-words.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { donorErasure, donorRow } from "#db/money/index.ts";
import { readRows } from "#db/read.ts";
import { cutPlaces, nameStands, placesKept } from "#db/shell/free-text.ts";
import { PLACE_NAMES } from "#db/shell/free-text-places.ts";
import { pseudonymiseDonor } from "#domain/shell/erasures/donor-actions.ts";
import { makeOutsidersCopy } from "#domain/shell/personal-copies/actions.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { zipResponse } from "#http/zip-response.ts";
import { Version } from "#kernel/form.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { donorCopyPage, donorErasedPage, donorErasurePage } from "./donor-pages.ts";
import { cutNames } from "./places-card.ts";

const { donors } = paths.admin.income;

const ErasureForm = z.strictObject({
	version: Version,
	sure: z.literal("1", { error: "請先勾選確認。" }),
});

type AskOne = Ask<{ id: number }, object>;

/** Returns the first day of last year: donations since then must still be declared to the tax office. */
const sinceOf = (at: number): string => `${Number(dateInTaipei(at).slice(0, 4)) - 1}-01-01`;

async function erasureOf(ask: AskOne, { sent }: Refused) {
	const { env, who, params, at } = ask;
	const { id } = params;
	const donorOf = { type: "donor", id } as const;
	const [[donor], [row], [cut], ...rows] = await readRows(
		env.DB,
		donorRow(id),
		donorErasure(id, sinceOf(at)),
		cutPlaces(),
		...placesKept(donorOf),
		...nameStands(donorOf, []),
	);
	if (!donor || !row) return "missing" as const;
	const [kept, found] = [rows.slice(0, PLACE_NAMES.length).flat(), rows.slice(PLACE_NAMES.length).flat()];
	if (donor.pseudonymised_at !== null) return donorErasedPage(donor, { rows: kept, who });
	return donorErasurePage({ donor, row, places: { rows: found, cut: cutNames(cut), who } }, sent);
}

const erasure = pageWithForms({
	path: donors.erasure(":id"),
	gate: "income_manage",
	params: IdParams,
	fresh: true,
	page: erasureOf,
});

const erase = erasure.form("sent", {
	fresh: true,
	form: ErasureForm,
	run: async ({ env, db, by, params }, { input: { version } }) => {
		await pseudonymiseDonor(env, db, { ref: { id: params.id, version }, by });
		return { to: donors.show(params.id), flash: "已去識別化。" };
	},
});

async function copyOf(ask: AskOne, { sent }: Refused) {
	const [[donor]] = await readRows(ask.env.DB, donorRow(ask.params.id));
	return donor?.pseudonymised_at === null && donor.member_id === null
		? donorCopyPage(donor, sent)
		: ("missing" as const);
}

const copy = pageWithForms({
	path: donors.copy(":id"),
	gate: "income_manage",
	params: IdParams,
	fresh: "taking",
	page: copyOf,
});

const handOver = copy.form("sent", {
	holds: "sealed",
	form: z.strictObject({}),
	run: async (ask) => {
		if ((await copyOf(ask, {})) === "missing") return "missing";
		const { env, db, by, at, params, surroundings } = ask;
		const words = { action: actionWords, links: mailLinks(env, { masked: true }), association: surroundings.fullName };
		const name = `個人資料-捐款人${params.id}-${dateInTaipei(at)}.zip`;
		return zipResponse(await makeOutsidersCopy(env, db, { of: { type: "donor", id: params.id }, words, by }), name);
	},
});

/**
 * The routes of the copy of the data kept about a donor who is not a member, and of the donor's pseudonymisation
 * (去識別化).
 */
export const DONOR_ERASURE_ROUTES: readonly Route[] = [copy.show, handOver, erasure.show, erase];
