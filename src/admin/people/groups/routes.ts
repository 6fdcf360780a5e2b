import { ChosenQuery, chosenOf, toldOf } from "#admin/people/members/bulk-chosen.ts";
import { outcomeOf } from "#admin/people/members/bulk-outcome.ts";
import { MEMBER_CRUMBS, recordCrumbs } from "#admin/people/members/form-page.ts";
import { memberList } from "#admin/people/members/list.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { membershipRow } from "#db/people/group-people.ts";
import { groupNames, groupRow } from "#db/people/groups.ts";
import { listedMembers } from "#db/people/member-exports.ts";
import { readRows } from "#db/read.ts";
import {
	changeMembership,
	createGroup,
	editGroup,
	type Joined,
	joinByName,
	joinGroup,
	removeMembership,
	takeBackJoining,
} from "#domain/people/groups/actions.ts";
import {
	GroupEdit,
	GroupInput,
	Joining,
	JoiningChosen,
	MembershipEdit,
	MembershipRemoval,
	MOST_JOINING,
} from "#domain/people/groups/form.ts";
import { LONGEST_HELD } from "#http/flash.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage } from "#kits/form/form.ts";
import { Moment, takingBack, undoBy, undoNow } from "#kits/steps/undo.ts";
import { typed } from "#ui/against-stored.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { figure } from "#ui/money.ts";
import { editGroupPage, groupForm, newGroupPage } from "./form-pages.ts";
import { type ChosenPage, joiningChosenPage, joiningPage } from "./joining-pages.ts";
import { groupList } from "./list.ts";
import { membershipForm, membershipPage, membershipRemovalPage } from "./membership-pages.ts";
import { groupPeopleList } from "./people-list.ts";

const { groups, members } = paths.admin;
const gate = "members_manage";
type AskOne = Ask<{ id: number }>;

const oneGroup = async ({ env, params, at }: AskOne) =>
	(await readRows(env.DB, groupRow(params.id, dateInTaipei(at))))[0][0] ?? ("missing" as const);
const oneMembership = async ({ env, params }: AskOne) =>
	(await readRows(env.DB, membershipRow(params.id)))[0][0] ?? ("missing" as const);

const LEFT = "已經在群組裡，或已故、已去識別化";
/** Returns the message after people were taken into a group, with the form that takes them out again. */
const joinedWords = ({ joined, left }: Joined, now: { at: number; to: string }) =>
	joined === 0
		? { flash: "沒有人加入：這段時間都已經在群組裡，或已故、已去識別化。", tone: "info" as const }
		: {
				flash: `已加入 ${figure(joined)} 位${left.length > 0 ? `；${figure(left.length)} 位${LEFT}，略過` : ""}。`,
				...undoNow(groups.joiningUndo(), now),
			};

const create = formPage({
	path: groups.create(),
	gate,
	form: GroupInput,
	page: (_, state) => newGroupPage(crypto.randomUUID(), state),
	run: async ({ db, by }, { input, key }) => {
		const id = await createGroup(db, { input, key, by });
		return { to: groups.of(id), flash: `已新增群組「${input.name}」，可以加入人了。` };
	},
});

const edit = formPage({
	path: groups.edit(":id"),
	gate,
	params: IdParams,
	form: GroupEdit,
	about: oneGroup,
	filled: groupForm,
	page: editGroupPage,
	run: async ({ db, by, params }, { input }) => {
		await editGroup(db, params.id, { input, by });
		return { to: groups.of(params.id), flash: `已儲存群組「${input.name}」。` };
	},
});

const join = formPage({
	path: groups.joining(":id"),
	gate,
	params: IdParams,
	form: Joining,
	isReversible: true,
	about: oneGroup,
	closed: ({ id, is_active }) =>
		is_active === 1 ? undefined : { to: groups.of(id), flash: "這個群組已停用，不能再加入人。", tone: "warn" },
	filled: (_, { at }) => freshForm({ from_on: dateInTaipei(at) }),
	page: joiningPage,
	run: async (ask, { input: { people, ...days }, values }) => {
		const { db, by, params, at } = ask;
		const outcome = await joinByName(db, { groupId: params.id, people, days, by });
		const to = groups.of(params.id);
		if ("joined" in outcome) return { to, ...joinedWords(outcome, { at, to }) };
		const group = await oneGroup(ask);
		if (group === "missing") return "missing";
		return { ...joiningPage(group, { values, errors: { people: outcome.problems } }), status: 422 };
	},
});

type AskChosen = Ask<object, ChosenQuery>;

/** Reads the chosen members: those of the form that was sent, else those that the address names. */
async function readChosen(ask: AskChosen, state: FormState): Promise<ChosenPage> {
	const sent = JoiningChosen.shape.members.safeParse(typed(state, "members")).data;
	const here = sent ? typed(state, "here") : ask.query.here;
	const chosen = sent ? { ids: sent } : await chosenOf(ask.query, ask);
	const [rows, names] = await readRows(ask.env.DB, listedMembers(chosen, MOST_JOINING + 1), groupNames());
	const [first, second] = rows;
	const one = first && !second ? first : undefined;
	return {
		...{ ids: rows.map(({ id }) => id), told: toldOf(chosen)(rows.length), names, here, name: one?.name },
		back: one && here === "" ? members.show(one.id) : memberList.again(here),
		crumbs: one && here === "" ? recordCrumbs(one) : MEMBER_CRUMBS,
	};
}

const joinChosen = formPage({
	path: groups.joiningChosen(),
	gate,
	query: ChosenQuery,
	form: JoiningChosen,
	isReversible: true,
	filled: (_, { at }) => freshForm({ from_on: dateInTaipei(at) }),
	page: async (_, state, ask) => joiningChosenPage(await readChosen(ask, state), state),
	run: async ({ db, by, at }, { input: { group: groupId, members: memberIds, here, ...days } }) => {
		const joined = await joinGroup(db, { groupId, memberIds, days, by });
		const [only] = memberIds;
		const isOne = only !== undefined && memberIds.length === 1 && here === "";
		const list = joined.left.length > 0 ? outcomeOf({ of: "group", left: joined.left, here }) : memberList.again(here);
		const to = isOne ? members.show(only) : list;
		return { to, ...joinedWords(joined, { at, to: to.length > LONGEST_HELD ? members.list() : to }) };
	},
});

const joinBack = groupPeopleList.standing({}).form("sent", {
	path: groups.joiningUndo(),
	gate,
	form: Moment,
	run: takingBack("位", ({ db, by }: Ask<object, object>, { moment }) => takeBackJoining(db, { moment, by })),
});

const membership = formPage({
	path: groups.membership(":id"),
	gate,
	params: IdParams,
	form: MembershipEdit,
	isReversible: true,
	about: oneMembership,
	filled: membershipForm,
	page: (row, state, { at }) => membershipPage(row, state, at),
	run: async ({ db, by, params }, { input: { version, ...days } }) => {
		const was = await changeMembership(db, { id: params.id, version }, { days, by });
		const isSame = was.from_on === days.from_on && was.until_on === days.until_on;
		const former = { from_on: was.from_on, until_on: was.until_on, version: version + 1 };
		return {
			to: groups.of(was.group_id),
			flash: "已儲存在群組的日期。",
			...(!isSame && undoBy(groups.membership(params.id), former)),
		};
	},
});

const removal = formPage({
	path: groups.membershipRemoval(":id"),
	gate,
	params: IdParams,
	form: MembershipRemoval,
	about: oneMembership,
	page: membershipRemovalPage,
	run: async ({ db, by, params }, { input }) => {
		const group = await removeMembership(db, { id: params.id, ...input }, by);
		return { to: groups.of(group), flash: "已移除登錯的紀錄。" };
	},
});

/** The routes of groups. What has a fixed address comes before what has an id in its place. */
export const GROUP_ROUTES: readonly Route[] = [
	...groupList.routes,
	...create,
	...groupPeopleList.routes,
	...joinChosen,
	joinBack,
	...edit,
	...join,
	...membership,
	...removal,
];
