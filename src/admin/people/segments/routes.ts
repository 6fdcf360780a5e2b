import { ownConditions } from "#admin/people/member-fields/list-parts.ts";
import { memberList } from "#admin/people/members/list.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { groupNames } from "#db/people/groups.ts";
import { activeFields } from "#db/people/member-fields.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { announcementsOf, type OwnConditions, segmentRow } from "#db/people/segments.ts";
import { readRows } from "#db/read.ts";
import { CONDITION_NAMES, fieldName } from "#domain/people/member-fields/rules.ts";
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
	const [[row], groups, types, fields, [used]] = await readRows(
		env.DB,
		segmentRow(params.id),
		groupNames(),
		membershipTypes(),
		activeFields(),
		announcementsOf(params.id),
	);
	return row ? { row, groups, types, own: ownConditions(fields, false), announcements: used?.many ?? 0 } : "missing";
};

/** Returns the conditions on own fields among sent fields or the parameters of a query. */
const ownIn = (said: object): OwnConditions =>
	Object.entries(said).flatMap(([name, value]) =>
		CONDITION_NAMES.test(name) && typeof value === "string" && value.trim() !== ""
			? [{ field: Number(name.slice(1)), value: value.trim() }]
			: [],
	);

const create = formPage({
	path: segments.create(),
	gate,
	query: memberList.asking({}),
	form: SegmentInput,
	aside: CONDITION_NAMES,
	about: async ({ env, query }) => {
		const [groups, types, fields] = await readRows(env.DB, groupNames(), membershipTypes(), activeFields());
		const own = ownConditions(fields, false);
		const isKept = ({ field }: { field: number }) => own.some(({ name }) => name === fieldName({ id: field }));
		const isLess = query.q !== "" || query.notes !== undefined || !ownIn(query).every(isKept);
		return { groups, types, own, isLess };
	},
	filled: (_, { query }) =>
		freshForm({
			...Object.fromEntries(SEGMENT_CONDITIONS.map((name) => [name, String(query[name] ?? "")])),
			...Object.fromEntries(ownIn(query).map(({ field, value }) => [fieldName({ id: field }), value])),
		}),
	page: (about, state) => newSegmentPage({ key: crypto.randomUUID(), ...about }, state),
	run: async ({ db, by }, { input, key, aside }) => {
		const id = await createSegment(db, { input, own: ownIn(aside), key, by });
		return { to: segments.edit(id), flash: `已新增條件名單「${input.name}」。` };
	},
});

const edit = formPage({
	path: segments.edit(":id"),
	gate,
	params: IdParams,
	form: SegmentEdit,
	aside: CONDITION_NAMES,
	about: oneSegment,
	filled: ({ row }) => segmentForm(row),
	page: editSegmentPage,
	run: async ({ db, by, params }, { input, aside }) => {
		await editSegment(db, params.id, { input, own: ownIn(aside), by });
		return { to: segments.list(), flash: `已儲存條件名單「${input.name}」。` };
	},
});

/** The routes of segments. */
export const SEGMENT_ROUTES: readonly Route[] = [...segmentList.routes, ...create, ...edit];
