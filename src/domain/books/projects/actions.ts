import { recordAudit } from "#db/audit.ts";
import * as stored from "#db/books/projects.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import type { By } from "#kernel/by.ts";
import type { ProjectEdit, ProjectInput } from "./form.ts";

/** Inserts a project, once per form `key`; returns its id. Refuses `project.taken` when a project has this name. */
export const createProject = (
	db: Db,
	{ input, key, by }: { input: ProjectInput; key: string; by: By },
): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		stored.insertProject(input, by),
		...recordAudit(db, {
			...by,
			action: "project.create",
			auditableType: "project",
			auditableId: madeBy(key),
			description: input.name,
			changes: { ...input },
		}),
	]);

/**
 * Changes a project, also whether it can be chosen for new records. Refuses `project.stale` (changed meanwhile) and
 * `project.taken` (another project has this name).
 */
export const editProject = (db: Db, id: number, { input, by }: { input: ProjectEdit; by: By }): Promise<void> =>
	commit(db, [
		...stored.updateProject(id, input, by),
		...recordAudit(db, {
			...by,
			action: "project.edit",
			auditableType: "project",
			auditableId: id,
			description: input.name,
			changes: { ...input },
		}),
	]);
