import * as z from "zod";
import { actionWords } from "#admin/action-words.ts";
import { cutNames } from "#admin/erasure-places.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { donorErasure } from "#db/money/donor-erasures.ts";
import { donorRow, giftsOf } from "#db/money/donors.ts";
import { readRows } from "#db/read.ts";
import { cutPlaces, nameStands, placesKept } from "#db/shell/free-text.ts";
import { PLACE_NAMES } from "#db/shell/free-text-places.ts";
import { selectSettings } from "#db/system/settings.ts";
import { pseudonymiseDonor } from "#domain/money/donor-erasures/actions.ts";
import { createDonor, editDonor } from "#domain/money/donors/actions.ts";
import { DonorEdit, DonorForm } from "#domain/money/donors/form.ts";
import { yearsOf } from "#domain/money/donors/gifts.ts";
import { makeDonorCopy } from "#domain/shell/personal-copies/actions.ts";
import { parseSettings } from "#domain/system/settings/actions.ts";
import { keysOf } from "#domain/system/settings/stored.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { zipResponse } from "#http/zip-response.ts";
import { Version } from "#kernel/form.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { donorCopyPage, donorErasedPage, donorErasurePage } from "./donor-erasure-page.ts";
import { donorFormPage, filledDonor } from "./donor-form-page.ts";
import { donorList } from "./donor-list.ts";
import { donorPage } from "./donor-show-page.ts";
import { statementPage } from "./statement-page.ts";

const { donors, create: createIncome } = paths.admin.income;

/** Returns the address to go back to only when it is the form of an income record; undefined for any other address. */
const backOf = (text: string): string | undefined =>
	text === createIncome() || text.startsWith(`${createIncome()}?`) || /^\/admin\/income\/\d+\/edit(\?|$)/.test(text)
		? text
		: undefined;
const withDonor = (back: string, id: number): string => `${back}${back.includes("?") ? "&" : "?"}donor=${id}`;

const typed = (state: FormState, name: string): string => [state.values[name] ?? ""].flat()[0] ?? "";

const NewQuery = z.strictObject({ back: z.string().max(200).default(""), name: z.string().max(80).default("") });

const askNew = view({
	path: donors.create(),
	gate: "income_manage",
	query: NewQuery,
	show: async ({ query: { back, name } }) =>
		donorFormPage(
			{ key: crypto.randomUUID(), back: backOf(back) ?? "" },
			freshForm({ kind: "person", name, is_published: "1" }),
		),
});

const create = action({
	path: donors.create(),
	gate: "income_manage",
	form: DonorForm,
	run: async ({ env, db, by }, { input: { input, back }, key }) => {
		const id = await createDonor(env, db, { input, key, by });
		const to = backOf(back);
		return { to: to ? withDonor(to, id) : donors.show(id), flash: `已新增捐款人${input.name}。` };
	},
	page: async (_ask, state) =>
		donorFormPage({ key: crypto.randomUUID(), back: backOf(typed(state, "back")) ?? "" }, state),
});

type AskOne = Ask<{ id: number }, object>;

async function donorOf({ env, params }: AskOne) {
	const [[donor]] = await readRows(env.DB, donorRow(params.id));
	return donor;
}

const show = view({
	path: donors.show(":id"),
	gate: "income",
	params: IdParams,
	show: async ({ env, params, who }) => {
		const [[donor], gifts] = await readRows(env.DB, donorRow(params.id), giftsOf(params.id));
		return donor ? donorPage({ donor, gifts, who }) : "missing";
	},
});

const edit = formPage({
	path: donors.edit(":id"),
	gate: "income_manage",
	params: IdParams,
	form: DonorEdit,
	about: async (ask) => {
		const donor = await donorOf(ask);
		if (!donor) return "missing";
		return donor.pseudonymised_at === null ? donor : { to: donors.show(donor.id) };
	},
	filled: filledDonor,
	page: (donor, state) => donorFormPage({ donor }, state),
	run: async ({ env, db, by, params }, { input: { input, version } }) => {
		await editDonor(env, db, { ref: { id: params.id, version }, input, by });
		return { to: donors.show(params.id), flash: "已儲存。" };
	},
});

const ErasureForm = z.strictObject({
	version: Version,
	sure: z.literal("1", { error: "請先勾選確認。" }),
});

const StatementQuery = z.strictObject({ year: z.coerce.number().int().min(1912).max(2200).optional() });

const statement = view({
	path: donors.statement(":id"),
	gate: "income",
	params: IdParams,
	query: StatementQuery,
	show: async ({ env, at, params, query }) => {
		const today = dateInTaipei(at);
		const year = query.year ?? Number(today.slice(0, 4));
		const [[donor], gifts, all, settings] = await readRows(
			env.DB,
			donorRow(params.id),
			giftsOf(params.id, year),
			giftsOf(params.id),
			selectSettings(keysOf("association")),
		);
		if (!donor) return "missing";
		const association = parseSettings("association", settings);
		return statementPage({ donor, gifts, year, years: yearsOf(all), association, today });
	},
});

/** Returns the first day of last year, since which gifts may still have to be declared. */
const sinceOf = (at: number): string => `${Number(dateInTaipei(at).slice(0, 4)) - 1}-01-01`;

async function erasureOf(ask: AskOne, state?: FormState) {
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
	if (!donor || !row) return "missing";
	const [kept, found] = [rows.slice(0, PLACE_NAMES.length).flat(), rows.slice(PLACE_NAMES.length).flat()];
	if (donor.pseudonymised_at !== null) return donorErasedPage(donor, { rows: kept, who });
	return donorErasurePage({ donor, row, places: { rows: found, cut: cutNames(cut), who } }, state);
}

const askErasure = view({
	path: donors.erasure(":id"),
	gate: "income_manage",
	params: IdParams,
	fresh: true,
	show: (ask) => erasureOf(ask),
});

const erase = action({
	path: donors.erasure(":id"),
	gate: "income_manage",
	params: IdParams,
	fresh: true,
	form: ErasureForm,
	run: async ({ env, db, by, params }, { input: { version } }) => {
		await pseudonymiseDonor(env, db, { ref: { id: params.id, version }, by });
		return { to: donors.show(params.id), flash: "已去識別化。" };
	},
	page: erasureOf,
});

async function copyOf(ask: AskOne, state?: FormState) {
	const donor = await donorOf(ask);
	return donor?.pseudonymised_at === null && donor.member_id === null ? donorCopyPage(donor, state) : "missing";
}

const askCopy = view({
	path: donors.copy(":id"),
	gate: "income_manage",
	params: IdParams,
	fresh: "taking",
	show: (ask) => copyOf(ask),
});

const handOver = action({
	path: donors.copy(":id"),
	gate: "income_manage",
	params: IdParams,
	holds: "sealed",
	form: z.strictObject({}),
	run: async (ask) => {
		if ((await copyOf(ask)) === "missing") return "missing";
		const { env, db, by, at, params, surroundings } = ask;
		const words = { action: actionWords, links: mailLinks(env, { masked: true }), association: surroundings.fullName };
		const name = `個人資料-捐款人${params.id}-${dateInTaipei(at)}.zip`;
		return zipResponse(await makeDonorCopy(env, db, { donorId: params.id, words, by }), name);
	},
	page: copyOf,
});

/** The routes of 捐款人. Fixed addresses come first, because ":id" would match them too. */
export const DONOR_ROUTES: readonly Route[] = [
	...donorList.routes,
	askNew,
	create,
	show,
	...edit,
	statement,
	askCopy,
	handOver,
	askErasure,
	erase,
];
