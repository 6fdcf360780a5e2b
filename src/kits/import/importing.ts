import * as z from "zod";
import { refusalWords } from "#admin/refusal-words.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { Version } from "#kernel/form.ts";
import { PageNumber } from "#kernel/query.ts";
import { Refusal } from "#kernel/refusal.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { applied } from "#kits/long-work.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { columnsOf } from "./columns-routes.ts";
import type { AskImport, ImportedRow, ImportOf, Mapped, Readable } from "./declaration.ts";
import { draftPage } from "./draft-page.ts";
import { uploadList } from "./upload-list.ts";

const OfVersion = z.strictObject({ version: Version });
type Seen = { version: number; seen: string };

/**
 * Declares all routes of one kind of import: the file is uploaded and stored sealed (encrypted), its columns are
 * matched, what each row would write is shown, exactly that is written with a progress bar, and the result stays in the
 * list of imports. All imports are declared with this function.
 */
export function importing<
	R extends ImportedRow,
	O extends Readable<B>,
	M extends Mapped,
	P extends { fingerprint: string },
	W extends object,
	Line,
	Code extends string,
	More extends object,
	F,
	B extends string,
>(of: ImportOf<R, O, M, P, W, Line, Code, More, F, B>): readonly Route[] {
	const { places, gate, drafts, find, undo } = of;
	const RowsQuery = z.strictObject({ page: PageNumber, outcome: of.outcome });
	const users = (ask: Pick<Ask, "who">) => of.users?.(ask);
	const columns = columnsOf(of);

	/**
	 * Draws the page of a draft as its files are read now. When they cannot be read, it draws the columns page with the
	 * reason, where the user can change how they are read.
	 */
	const draft = async (ask: AskImport, row: R, state: FormState | undefined): Promise<Page> => {
		const { env, db, by, query } = ask;
		try {
			const plan = await drafts.plan(env, db, { draft: row, by, users: users(ask) });
			return draftPage(of, { row, plan, query }, state);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return columns.page(ask, row, { ...freshForm(), problem: refusalWords(error) });
		}
	};
	const page = pageWithForms({
		...{ path: places.show(":id"), gate, params: IdParams, query: RowsQuery },
		page: async (ask: AskImport, { sent, undone }: Refused<"sent" | "undone">) => {
			const row = await find(ask.env, ask.params.id);
			if (!row) return "missing";
			return row.state === "draft" ? draft(ask, row, sent) : of.result(ask, row, undone);
		},
	});
	const Confirmed = z.strictObject({ version: Version, seen: z.string().regex(/^[0-9a-f]{64}$/), ...of.answers });
	const apply = page.form("sent", {
		path: places.apply(":id"),
		// The schema's type loses the names of the answers, so the cast to `W` restores them.
		form: Confirmed as unknown as z.ZodType<Seen & W>,
		run: async (ask, { input }) => {
			const { c, env, db, by, params } = ask;
			const row = await find(env, params.id);
			if (!row) return "missing";
			const { version, seen, ...answers } = input;
			const asked = { draft: row, version, seen, answers: answers as unknown as W, by, users: users(ask) };
			return applied(c, {
				work: (report) => drafts.apply(env, db, { ...asked, href: places.show(row.id), report }),
				...{ to: places.show(row.id), ...of.written },
			});
		},
	});
	const removal = page.form("sent", {
		...{ path: places.removal(":id"), form: OfVersion },
		run: async ({ env, db, by, params }, { input: { version } }) => {
			await drafts.discard(env, db, { id: params.id, version, by });
			return { to: places.list(), flash: of.discarded };
		},
	});
	const undoing =
		undo &&
		page.form("undone", {
			...{ path: undo.path(":id"), form: OfVersion },
			run: async (ask, { input: { version } }) => {
				await undo.run(ask, { id: ask.params.id, version });
				return { to: places.show(ask.params.id), flash: "已復原這次匯入。" };
			},
		});
	return [...uploadList(of), page.show, ...columns.routes, apply, removal, ...(undoing ? [undoing] : [])];
}
