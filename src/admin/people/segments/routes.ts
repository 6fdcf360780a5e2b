import { memberList } from "#admin/people/members/list.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { groupNames } from "#db/people/groups.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { announcementsOf, segmentRow } from "#db/people/segments.ts";
import { readRows } from "#db/read.ts";
import { createSegment, editSegment } from "#domain/people/segments/actions.ts";
import { SEGMENT_CONDITIONS, SegmentEdit, SegmentInput } from "#domain/people/segments/form.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { type EditedSegment, editSegmentPage, newSegmentPage, segmentForm } from "./form-pages.ts";
import { segmentList } from "./list.ts";

const { segments } = paths.admin;
const gate = "members_manage";

const oneSegment = async ({ env, params }: Ask<{ id: number }>): Promise<EditedSegment | "missing"> => {
	const [[row], groups, types, [used]] = await readRows(
		env.DB,
		segmentRow(params.id),
		groupNames(),
		membershipTypes(),
		announcementsOf(params.id),
	);
	return row ? { row, groups, types, announcements: used?.many ?? 0 } : "missing";
};

const create = formPage({
	path: segments.create(),
	gate,
	query: memberList.asking({}),
	form: SegmentInput,
	about: async ({ env, query: { q, notes } }) => {
		const [groups, types] = await readRows(env.DB, groupNames(), membershipTypes());
		return { groups, types, isSearch: q !== "" || notes !== undefined };
	},
	filled: (_, { query }) =>
		freshForm(Object.fromEntries(SEGMENT_CONDITIONS.map((name) => [name, String(query[name] ?? "")]))),
	page: (about, state) => newSegmentPage({ key: crypto.randomUUID(), ...about }, state),
	run: async ({ db, by }, { input, key }) => {
		const id = await createSegment(db, { input, key, by });
		return { to: segments.edit(id), flash: `已新增條件名單「${input.name}」。` };
	},
});

const edit = formPage({
	path: segments.edit(":id"),
	gate,
	params: IdParams,
	form: SegmentEdit,
	about: oneSegment,
	filled: ({ row }) => segmentForm(row),
	page: editSegmentPage,
	run: async ({ db, by, params }, { input }) => {
		await editSegment(db, params.id, { input, by });
		return { to: segments.list(), flash: `已儲存條件名單「${input.name}」。` };
	},
});

/** The routes of segments. */
export const SEGMENT_ROUTES: readonly Route[] = [...segmentList.routes, ...create, ...edit];
