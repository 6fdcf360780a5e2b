import { allows } from "#auth/permissions.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { projectCount, projectRow, projectRows } from "#db/books/projects.ts";
import { readRows } from "#db/read.ts";
import { createProject, editProject } from "#domain/books/projects/actions.ts";
import { ProjectEdit, ProjectInput, ProjectsQuery } from "#domain/books/projects/form.ts";
import { paths } from "#http/paths.ts";
import type { FormState } from "#ui/form-state.ts";
import { editProjectPage, newProjectPage, PROJECTS_PER_PAGE, projectForm, projectListPage } from "./projects-pages.ts";

const { ledger } = paths.admin;
type AskOne = Ask<{ id: number }>;

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

const newProject = view({
	path: ledger.projectCreate(),
	gate: "ledger_post",
	show: async () => newProjectPage(crypto.randomUUID()),
});

const storeProject = action({
	path: ledger.projectCreate(),
	gate: "ledger_post",
	form: ProjectInput,
	run: async ({ db, by }, { input, key }) => {
		await createProject(db, { input, key, by });
		return { to: ledger.projects(), flash: `已新增專案「${input.name}」。` };
	},
	page: async (_, state) => newProjectPage(crypto.randomUUID(), state),
});

async function editPage({ env, params }: AskOne, state?: FormState) {
	const [[row]] = await readRows(env.DB, projectRow(params.id));
	return row ? editProjectPage(row, state ?? projectForm(row)) : ("missing" as const);
}

const showProject = view({
	path: ledger.project(":id"),
	gate: "ledger_post",
	params: IdParams,
	show: (ask) => editPage(ask),
});

const updateProject = action({
	path: ledger.project(":id"),
	gate: "ledger_post",
	params: IdParams,
	form: ProjectEdit,
	run: async ({ db, by, params }, { input }) => {
		await editProject(db, params.id, { input, by });
		return { to: ledger.projects(), flash: `已儲存專案「${input.name}」。` };
	},
	page: (ask, state) => editPage(ask, state),
});

/** 專案. */
export const PROJECT_ROUTES: readonly Route[] = [listProjects, newProject, storeProject, showProject, updateProject];
