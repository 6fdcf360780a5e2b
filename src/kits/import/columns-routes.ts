import { type Ask, IdParams, type Route } from "#auth/route.ts";
import type { Drafts } from "#domain/system/actions.ts";
import { elsewhere, formPage } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { columnsSchema, columnsState } from "./columns-form.ts";
import { columnsPage } from "./columns-page.ts";
import type { ColumnsOf, Common, ImportedRow, Mapped, Readable } from "./declaration.ts";

type Of<R extends ImportedRow, O, M extends Mapped, B extends string> = Common<R> & {
	columns: ColumnsOf<R, O, M, B>;
	drafts: Pick<Drafts<R, O, M, never, never>, "look" | "optionsOf" | "save">;
};

/**
 * Declares the routes of the columns form of a draft. `page` draws the same form as the page of a draft whose file
 * cannot be read.
 */
export function columnsOf<R extends ImportedRow, O extends Readable<B>, M extends Mapped, B extends string>(
	of: Of<R, O, M, B>,
): { routes: Route[]; page: (ask: Ask<{ id: number }>, row: R, state: FormState) => Promise<Page> } {
	const { places, gate, drafts, find } = of;
	// The cast is safe, because the type of `boxes` has the same names.
	const boxes = Object.keys(of.columns.boxes) as B[];
	const lookAt = async ({ env, db, by, at }: Ask<{ id: number }>, row: R) => ({
		...(await drafts.look(env, db, { draft: row, by })),
		row,
		at,
	});
	type Looked = Awaited<ReturnType<typeof lookAt>>;
	const filled = ({ row, mapping }: Looked) => columnsState(drafts.optionsOf(row), boxes, mapping);
	const page = (looked: Looked, state: FormState): Page =>
		columnsPage(of, looked, { ...state, values: { ...filled(looked).values, ...state.values } });
	const routes = formPage({
		...{ path: places.columns(":id"), gate, params: IdParams },
		form: columnsSchema(of.columns.exampleRow, boxes),
		about: async (ask) => {
			const row = await find(ask.env, ask.params.id);
			if (!row) return "missing";
			return row.state === "draft" ? lookAt(ask, row) : elsewhere({ to: places.show(row.id) });
		},
		filled,
		page,
		run: async (ask, { input: { version, ...input } }) => {
			const row = await find(ask.env, ask.params.id);
			if (row?.state !== "draft") return "missing";
			const before = drafts.optionsOf(row);
			const { mapping } = await lookAt(ask, row);
			const isSameHeader = JSON.stringify(before.header) === JSON.stringify(input.header);
			const { options, isKnown } = of.columns.told(before, { ...input, isSameHeader }, mapping);
			await drafts.save(ask.db, { id: row.id, version }, options);
			return { to: isKnown ? places.show(row.id) : places.columns(row.id) };
		},
	});
	return { routes, page: async (ask, row, state) => page(await lookAt(ask, row), state) };
}
