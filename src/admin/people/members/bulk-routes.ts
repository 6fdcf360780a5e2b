import * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import { bulkTargets, type Chosen } from "#db/people/member-exports.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { changeMembers } from "#domain/people/member-lists/actions.ts";
import {
	BULK_KINDS,
	BULK_MAX,
	type BulkChange,
	type BulkForm,
	type BulkKind,
	bulkForm,
	bulkStatuses,
	Refs,
} from "#domain/people/member-lists/bulk.ts";
import type { Decider } from "#domain/people/members/actions.ts";
import { paths } from "#http/paths.ts";
import type { Seen } from "#kernel/refs.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { choosing } from "#kits/list/chosen.ts";
import type { FormState } from "#ui/form-state.ts";
import { freshForm } from "#ui/form-state.ts";
import { deciderOf } from "./asks.ts";
import { ChosenQuery, chosenOf, toldOf } from "./bulk-chosen.ts";
import { outcome, outcomeOf } from "./bulk-outcome.ts";
import { bulkPage, nobodyChosen } from "./bulk-page.ts";
import { BULK_WORDS, bulkSentence } from "./bulk-words.ts";
import { memberList } from "./list.ts";

const { members } = paths.admin;
/** The pages to which the bulk buttons lead with the chosen members, by the last part of the button's address. */
const LEADS_TO: ReadonlyMap<string, string> = new Map([
	...BULK_KINDS.map((kind): [string, string] => [BULK_WORDS[kind].place, members.bulk(BULK_WORDS[kind].place)]),
	["group", paths.admin.groups.joiningChosen()],
	["note", paths.admin.notes.chosen()],
	["announcement", paths.admin.announcements.forChosen()],
	["labels", members.print("labels")],
	["export", members.exports()],
	["dues", paths.admin.dues.assessment()],
]);

/**
 * Redirects from the bulk form to an address that holds the chosen members, so that the page can be reloaded and
 * returned to.
 */
const choose = choosing({
	path: members.bulk(":place"),
	gate: "members",
	params: z.strictObject({ place: z.string().refine((place) => LEADS_TO.has(place)) }),
	list: memberList,
	leadsTo: ({ place }) => LEADS_TO.get(place) ?? members.list(),
	name: "會員",
	title: "會員",
	area: "會務",
});

const deciding = (ask: Ask<object, object>, kind: BulkKind): Decider =>
	kind === "type" ? ask.by : deciderOf(ask, "members.approve");

async function readTargets(ask: Ask<object, object>, kind: BulkKind, chosen: Chosen) {
	const { userId, onBehalfOf } = deciding(ask, kind);
	const own = [userId ?? 0, onBehalfOf ?? 0];
	const asked = bulkTargets(chosen, { statuses: bulkStatuses(kind), own, most: BULK_MAX });
	const [targets, left, [count], types] = await readRows(ask.env.DB, ...asked, membershipTypes());
	const { fitting = 0, changeable = 0 } = count ?? {};
	return { targets, left, types, told: toldOf(chosen), fitting, changeable };
}

const asking = (kind: BulkKind) =>
	pageWithForms({
		path: members.bulk(BULK_WORDS[kind].place),
		gate: BULK_WORDS[kind].gate,
		query: ChosenQuery,
		page: async (ask, { sent }) => {
			if (sent) return askAgain(ask, kind, sent);
			const targets = await readTargets(ask, kind, await chosenOf(ask.query, ask));
			return bulkPage(kind, { ...targets, here: ask.query.here }, freshForm());
		},
	});

const idsOf = (refs: readonly Seen[]): Chosen => ({ ids: refs.map(({ id }) => id) });
const isSame = (change: BulkChange, type: string): boolean => "type" in change && change.type === type;

/** Changes the chosen members whose records have the versions that the user saw; returns those that it left as they are. */
async function changeChosen(ask: Ask<object, object>, kind: BulkKind, { refs, change }: BulkForm): Promise<number[]> {
	const seen = new Map(refs.map(({ id, version }) => [id, version]));
	const { targets } = await readTargets(ask, kind, idsOf(refs));
	const now = targets.filter(
		({ id, version, membership_type }) => seen.get(id) === version && !isSame(change, membership_type),
	);
	if (now.length > 0) await changeMembers(ask.env, ask.db, { refs: now, change, by: deciding(ask, kind) });
	const changed = new Set(now.map(({ id }) => id));
	return refs.flatMap(({ id }) => (changed.has(id) ? [] : [id]));
}

const changing = (kind: BulkKind): Route[] => {
	const page = asking(kind);
	const change = page.form("sent", {
		path: members.bulkChange(BULK_WORDS[kind].place),
		form: bulkForm(kind),
		run: async (ask, { input }) => {
			const stayed = await changeChosen(ask, kind, input);
			const changed = input.refs.length - stayed.length;
			const flash = bulkSentence(kind, { changed, left: input.left + stayed.length });
			const to =
				stayed.length > 0 ? outcomeOf({ of: kind, left: stayed, here: input.here }) : memberList.again(input.here);
			return { to, flash, tone: changed > 0 ? "ok" : "warn" };
		},
	});
	return [page.show, change];
};

const typed = ({ values }: FormState, name: string): string => [values[name] ?? ""].flat()[0] ?? "";

/** Returns the page again after a refusal, with the chosen members as they are now and what the user typed. */
async function askAgain(ask: Ask<object, object>, kind: BulkKind, state: FormState) {
	const here = typed(state, "here");
	const refs = Refs.safeParse(typed(state, "refs"));
	if (!refs.success) return nobodyChosen(kind, here, state.problem);
	return bulkPage(kind, { ...(await readTargets(ask, kind, idsOf(refs.data))), here }, state);
}

/**
 * The routes that change many members of the list. They come before the routes of one member, whose ":id" would match
 * "bulk".
 */
export const MEMBER_BULK_ROUTES: readonly Route[] = [choose, outcome, ...BULK_KINDS.flatMap(changing)];
