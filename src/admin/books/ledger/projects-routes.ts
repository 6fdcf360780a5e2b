import { allows } from "#auth/permissions.ts";
import { IdParams, type Route, view } from "#auth/route.ts";
import { projectCount, projectRow, projectRows } from "#db/books/projects.ts";
import { readRows } from "#db/read.ts";
import { createProject, editProject } from "#domain/books/projects/actions.ts";
import { ProjectEdit, ProjectInput, ProjectsQuery } from "#domain/books/projects/form.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { editProjectPage, newProjectPage, PROJECTS_PER_PAGE, projectForm, projectListPage } from "./projects-pages.ts";

const { ledger } = paths.admin;
const listProjects = view({
	path: ledger.projects(),
	gate: "ledger",
	query: ProjectsQuery,
	show: async ({ env, who, query: { q, active, page } }) => {
		const filter = { q, active };
		const [rows, [count]] = await readRows(
			env.DB,
			projectRows(filter, { rows: PROJECTS_PER_PAGE, page }),
			projectCount(filter),
		);
		const { many, all } = count ?? { many: 0, all: 0 };
		return projectListPage({ rows, many, all, filter, page, mayEdit: allows("ledger_post", who) });
	},
});

const create = formPage({
	path: ledger.projectCreate(),
	gate: "ledger_post",
	form: ProjectInput,
	page: (_, state) => newProjectPage(crypto.randomUUID(), state),
	run: async ({ db, by }, { input, key }) => {
		await createProject(db, { input, key, by });
		return { to: ledger.projects(), flash: `已新增專案「${input.name}」。` };
	},
});

const edit = formPage({
	path: ledger.project(":id"),
	gate: "ledger_post",
	params: IdParams,
	form: ProjectEdit,
	about: async ({ env, params }) => (await readRows(env.DB, projectRow(params.id)))[0][0] ?? "missing",
	filled: projectForm,
	page: editProjectPage,
	run: async ({ db, by, params }, { input }) => {
		await editProject(db, params.id, { input, by });
		return { to: ledger.projects(), flash: `已儲存專案「${input.name}」。` };
	},
});

/** The routes of 專案. */
export const PROJECT_ROUTES: readonly Route[] = [listProjects, ...create, ...edit];
