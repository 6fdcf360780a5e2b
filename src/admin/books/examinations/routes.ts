import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { examinationItems, examinationRow } from "#db/books/examinations.ts";
import { readRows } from "#db/read.ts";
import { answerItem, closeExamination, drawExamination, markItem } from "#domain/books/examinations/actions.ts";
import { AnswerForm, CloseForm, DrawForm, MarkForm } from "#domain/books/examinations/form.ts";
import { paths } from "#http/paths.ts";
import { formPage, pageWithForms, type Refused } from "#kits/form/form.ts";
import { askingStep, taking } from "#kits/steps/taking.ts";
import { drawPage } from "./draw-page.ts";
import { itemsFile } from "./file.ts";
import { examinationList } from "./list.ts";
import { opinionPage, reportPage } from "./papers.ts";
import { closingPage, type Examination, examinationPage } from "./show-page.ts";
import { unseenOf } from "./words.ts";

const { examinations: to } = paths.admin;
type AskOne = Pick<Ask<{ id: number }>, "env" | "who" | "params">;
const ItemParams = IdParams.extend({ item: IdParams.shape.id });

async function examinationOf({ env, who, params }: AskOne): Promise<Examination | undefined> {
	const [[row], items] = await readRows(env.DB, examinationRow(params.id), examinationItems(params.id, who.userId));
	return row && { row, items, who };
}

const draw = formPage({
	path: to.create(),
	gate: "examinations_draw",
	form: DrawForm,
	many: ["choices"],
	page: (_, state) => drawPage(crypto.randomUUID(), state),
	run: async ({ db, by }, { input, key }) => {
		const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
		const id = await drawExamination(db, { input, seed, key, by });
		return { to: to.show(id), flash: "已抽出要查核的單據。" };
	},
});

const show = pageWithForms<"mark" | "answer", { id: number }, object, "examinations">({
	path: to.show(":id"),
	gate: "examinations",
	params: IdParams,
	page: async (ask, refused: Refused<"mark" | "answer">) => {
		const of = await examinationOf(ask);
		return of ? examinationPage(of, { item: Number(ask.c.req.param("item")), ...refused }) : "missing";
	},
});

const mark = taking(show, "mark", {
	step: { done: "已註記。", tells: ["examination_doubt"] },
	path: to.mark(":id", ":item"),
	gate: "examinations_draw",
	params: ItemParams,
	form: MarkForm,
	to: ({ params }) => `${to.show(params.id)}#item-${params.item}`,
	take: async ({ db, params, by }, { input }) => {
		await markItem(db, { ...params, by }, input);
		return {};
	},
});

const answer = taking(show, "answer", {
	step: { done: "已送出答覆。", tells: ["examination_answered"] },
	path: to.answer(":id", ":item"),
	gate: "examinations_answer",
	params: ItemParams,
	form: AnswerForm,
	to: ({ params }) => `${to.show(params.id)}#item-${params.item}`,
	take: async ({ db, params, by }, { input }) => {
		await answerItem(db, { ...params, by }, input);
		return {};
	},
});

const close = askingStep({
	step: { done: "查核已結案。" },
	path: to.closing(":id"),
	gate: "examinations_draw",
	params: IdParams,
	form: CloseForm,
	to: ({ params }) => to.show(params.id),
	about: examinationOf,
	isOpen: ({ row }) => row.closed_at === null && unseenOf(row) === 0,
	page: closingPage,
	moved: (of, state) => examinationPage(of, { item: 0, mark: state }),
	take: async ({ db, params, by }, { input }) => {
		await closeExamination(db, { id: params.id, by }, input);
		return {};
	},
});

const report = pageWithForms({
	path: to.report(":id"),
	isPaper: true,
	gate: "examinations",
	params: IdParams,
	page: async (ask) => {
		const of = await examinationOf(ask);
		return of ? reportPage({ ...of, surroundings: ask.surroundings }) : "missing";
	},
});

const opinion = pageWithForms({
	path: to.opinion(":id"),
	isPaper: true,
	gate: "examinations",
	params: IdParams,
	page: async (ask) => {
		const of = await examinationOf(ask);
		if (!of) return "missing";
		const { closed_at } = of.row;
		if (closed_at === null) return { to: to.show(of.row.id), flash: "結案之後才有審核意見書。" };
		return opinionPage({ ...of, row: { ...of.row, closed_at }, surroundings: ask.surroundings });
	},
});

/** The routes of examinations (查核): the list, the draw, an examination with its marks, answers, papers, and file. */
export const EXAMINATION_ROUTES: readonly Route[] = [
	...examinationList.routes,
	...draw,
	show.show,
	mark,
	answer,
	...close,
	report.show,
	opinion.show,
	...itemsFile,
];
