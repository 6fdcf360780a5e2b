import { IdParams, type Route } from "#auth/route.ts";
import { projectRow } from "#db/books/projects.ts";
import { readRows } from "#db/read.ts";
import { createProject, editProject } from "#domain/books/projects/actions.ts";
import { ProjectEdit, ProjectInput } from "#domain/books/projects/form.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { projectList } from "./projects-list.ts";
import { editProjectPage, newProjectPage, projectForm } from "./projects-pages.ts";

const { ledger } = paths.admin;
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

/** The routes of projects (專案). */
export const PROJECT_ROUTES: readonly Route[] = [...projectList.routes, ...create, ...edit];
