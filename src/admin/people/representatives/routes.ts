import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { organisationRow, representativeRow } from "#db/people/representatives.ts";
import { readRows } from "#db/read.ts";
import {
	editOrganisation,
	editRepresentative,
	nameRepresentative,
	removeRepresentative,
} from "#domain/people/representatives/actions.ts";
import {
	Naming,
	OrganisationForm,
	RepresentativeEdit,
	RepresentativeRemoval,
} from "#domain/people/representatives/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import {
	namingPage,
	organisationForm,
	organisationPage,
	representativeForm,
	representativePage,
	representativeRemovalPage,
} from "./form-pages.ts";
import { organisationList } from "./list.ts";

const { organisations, members } = paths.admin;
const gate = "members_manage";
type AskOne = Ask<{ id: number }>;

const oneOrganisation = async ({ env, params, at }: AskOne) =>
	(await readRows(env.DB, organisationRow(params.id, dateInTaipei(at))))[0][0] ?? ("missing" as const);
const oneRepresentative = async ({ env, params }: AskOne) =>
	(await readRows(env.DB, representativeRow(params.id)))[0][0] ?? ("missing" as const);

const edit = formPage({
	path: organisations.edit(":id"),
	gate,
	params: IdParams,
	form: OrganisationForm,
	about: oneOrganisation,
	filled: organisationForm,
	page: organisationPage,
	run: async ({ db, by, params }, { input }) => {
		await editOrganisation(db, params.id, { input, by });
		return { to: members.show(params.id), flash: "已儲存統一編號與代表人數。" };
	},
});

const name = formPage({
	path: organisations.naming(":id"),
	gate,
	params: IdParams,
	form: Naming,
	about: oneOrganisation,
	filled: (_, { at }) => freshForm({ from_on: dateInTaipei(at) }),
	page: (row, state) => namingPage({ row, key: crypto.randomUUID() }, state),
	run: async ({ db, by, params }, { input, key }) => {
		await nameRepresentative(db, { organisationId: params.id, input, key, by });
		return { to: members.show(params.id), flash: "已指派代表。" };
	},
});

const change = formPage({
	path: organisations.representative(":id"),
	gate,
	params: IdParams,
	form: RepresentativeEdit,
	about: oneRepresentative,
	filled: representativeForm,
	page: representativePage,
	run: async (ask, { input }) => {
		const row = await oneRepresentative(ask);
		if (row === "missing") return "missing";
		await editRepresentative(ask.db, row, { input, by: ask.by });
		return { to: members.show(row.organisation_id), flash: "已儲存代表的資料。" };
	},
});

const remove = formPage({
	path: organisations.representativeRemoval(":id"),
	gate,
	params: IdParams,
	form: RepresentativeRemoval,
	about: oneRepresentative,
	page: representativeRemovalPage,
	run: async (ask, { input }) => {
		const row = await oneRepresentative(ask);
		if (row === "missing") return "missing";
		await removeRepresentative(ask.db, row, { ...input, by: ask.by });
		return { to: members.show(row.organisation_id), flash: "已刪除這位代表。" };
	},
});

/** The routes of organisations and their representatives. What has a fixed address comes before an id. */
export const ORGANISATION_ROUTES: readonly Route[] = [
	...organisationList.routes,
	...change,
	...remove,
	...edit,
	...name,
];
