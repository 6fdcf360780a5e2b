import * as z from "zod";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { donorRow, giftsOf } from "#db/money/donors.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { createDonor, editDonor } from "#domain/money/donors/actions.ts";
import { DonorEdit, DonorForm } from "#domain/money/donors/form.ts";
import { yearsOf } from "#domain/money/donors/gifts.ts";
import { sealOn } from "#domain/money/receipts/print.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf, signersOn } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { elsewhere, formPage } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
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

const creation = formPage({
	path: donors.create(),
	gate: "income_manage",
	query: NewQuery,
	filled: (_, { query: { back, name } }) => freshForm({ kind: "person", name, naming: "", back }),
	page: (_, state) => donorFormPage({ key: crypto.randomUUID(), back: backOf(typed(state, "back")) ?? "" }, state),
	form: DonorForm,
	run: async ({ env, db, by }, { input: { input, back }, key }) => {
		const id = await createDonor(env, db, { input, key, by });
		const to = backOf(back);
		return { to: to ? withDonor(to, id) : donors.show(id), flash: `已新增捐款人${input.name}。` };
	},
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
		return donor.pseudonymised_at === null ? donor : elsewhere({ to: donors.show(donor.id) });
	},
	filled: filledDonor,
	page: (donor, state) => donorFormPage({ donor }, state),
	run: async ({ env, db, by, params }, { input: { input, version } }) => {
		await editDonor(env, db, { ref: { id: params.id, version }, input, by });
		return { to: donors.show(params.id), flash: "已儲存。" };
	},
});

const StatementQuery = z.strictObject({ year: z.coerce.number().int().min(1912).max(2200).optional() });

const statement = view({
	path: donors.statement(":id"),
	isPaper: true,
	gate: "income",
	params: IdParams,
	query: StatementQuery,
	show: async ({ env, at, surroundings, params, query }) => {
		const today = dateInTaipei(at);
		const year = query.year ?? Number(today.slice(0, 4));
		const [[donor], gifts, all, settings] = await readRows(
			env.DB,
			donorRow(params.id),
			giftsOf(params.id, year),
			giftsOf(params.id),
			selectSettings([...keysOf("association"), ...keysOf("receipts")]),
		);
		if (!donor) return "missing";
		const association = parseSettings("association", settings);
		const seal = sealOn(parseSettings("receipts", settings));
		const signers = signersOn(surroundings.titles, "經手人");
		return statementPage({ donor, gifts, year, years: yearsOf(all), association, signers, seal, today });
	},
});

/** The routes of donors (捐款人). Those with fixed words come before those with ":id". */
export const DONOR_ROUTES: readonly Route[] = [...donorList.routes, ...creation, show, ...edit, statement];
