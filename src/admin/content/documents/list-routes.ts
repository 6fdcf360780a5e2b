import * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import { fittingDocuments } from "#db/content/document-lists.ts";
import { readRows } from "#db/read.ts";
import { isReturned } from "#domain/content/content/returning.ts";
import { STEPS, type Step } from "#domain/content/content/states.ts";
import { STEP_PLACES } from "#domain/content/content/steps.ts";
import { type Moved, moveDocuments, takeBackDocuments } from "#domain/content/documents/actions.ts";
import { paths } from "#http/paths.ts";
import { heldOr, Moment, takingBack, undoNow } from "#kits/steps/undo.ts";
import { by, sight, tell } from "./asks.ts";
import { documentList } from "./list.ts";

const { documents } = paths.admin;
const listed = documentList.standing();

const Chosen = z.strictObject({
	ids: z.array(z.coerce.number().int().positive()).max(1_000),
	all: z.string().optional(),
});

/**
 * Builds the route of a bulk step, for the ticked documents or for all documents that match the conditions in the
 * address.
 */
const bulk = (step: "publish" | "archive" | "trash"): Route =>
	listed.form("sent", {
		path: documents.bulk(STEP_PLACES[step]),
		form: Chosen,
		many: ["ids"],
		...(isReturned(step) && { isReversible: true }),
		run: async (ask, { input }) => {
			const [fitting] =
				input.all === undefined ? [] : await readRows(ask.env.DB, fittingDocuments(ask.query, sight(ask)));
			const ids = fitting?.map(({ id }) => id) ?? input.ids;
			const moved = await moveDocuments(ask.db, ids, { ...by(ask), step });
			tell(ask);
			const { search } = new URL(ask.c.req.url);
			const to = documents.list() + search;
			const undo = { at: ask.at, to: heldOr(to, documents.list()) };
			return {
				...{ to, ...bulkFlash(step, moved) },
				...(moved.done > 0 && isReturned(step) && undoNow(documents.undo(), undo)),
			};
		},
	});

/** Takes back that documents were taken down, archived or put into the trash. */
const takeBack = documentList.standing({}).form("sent", {
	path: documents.undo(),
	form: Moment,
	run: takingBack("份文件", async (ask: Ask<object, object>, { moment }) => {
		const taken = await takeBackDocuments(ask.db, { ...by(ask), moment });
		tell(ask);
		return taken;
	}),
});

const NAMED = 3;
function bulkFlash(step: Step, { done, skipped }: Moved): { flash: string; tone?: "warn" } {
	if (done + skipped.length === 0) return { flash: "請先勾選文件。", tone: "warn" };
	const did = done > 0 ? `${STEPS[step].done} ${done} 份文件。` : "";
	if (skipped.length === 0) return { flash: did };
	const some = skipped
		.slice(0, NAMED)
		.map((title) => `「${[...title].slice(0, 30).join("")}」`)
		.join("、");
	const more = skipped.length > NAMED ? `等 ${skipped.length} 份` : "";
	return { flash: `${did}略過${some}${more}：目前的狀態或您的權限不能這樣做。`, tone: "warn" };
}

export const DOCUMENT_LIST_ROUTES: readonly Route[] = [
	...documentList.routes,
	takeBack,
	bulk("publish"),
	bulk("archive"),
	bulk("trash"),
];
