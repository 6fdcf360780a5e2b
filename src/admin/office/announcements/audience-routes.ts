import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { editedAnnouncement, namedAudiences } from "#db/office/announcement-edits.ts";
import { audienceOfStored, countAudience } from "#db/office/announcement-receivers.ts";
import { activeFields } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { listView, viewsOf } from "#db/system/index.ts";
import { audienceOf, mayWriteFor } from "#domain/office/announcements/audience.ts";
import { To } from "#domain/office/announcements/form.ts";
import { chooseAudience } from "#domain/office/announcements/step-actions.ts";
import { segmentOfView } from "#domain/people/actions.ts";
import { conditionsOfView, type ViewConditions } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { Version } from "#kernel/form.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { type AskOne, may, sees, tell, writer } from "./asks.ts";
import { audiencePage } from "./audience-page.ts";
import { flowHref } from "./flow.ts";

const { announcements, members } = paths.admin;

const VIEW = /^view:([1-9]\d{0,14})$/;
const Code = z
	.string()
	.max(60)
	.refine((code) => audienceOf(code) !== undefined || VIEW.test(code), { error: "請選擇對象。" });
const Query = z.strictObject({ audience: Code.optional(), to: To, version: z.string().optional() });
type AskChoice = AskOne & { query: z.infer<typeof Query> };

/** Whether the user may choose views of the members' list: who writes to members and may keep segments, which a view becomes. */
const mayChooseViews = (ask: Pick<AskOne, "who">): boolean => allows("members_manage", ask.who) && sees(ask);

type Field = { id: number; seen_by: string; is_special: 0 | 1 };
/**
 * Returns the conditions of a view that an audience can have: a segment can say them, and each is on what everybody sees who
 * sees members, because the people of an announcement would else tell others what is kept from them.
 */
function openConditions(query: string, fields: readonly Field[]): ViewConditions | undefined {
	const conditions = conditionsOfView(query);
	const isOpen = (id: number) => fields.some((one) => one.id === id && one.seen_by === "view" && one.is_special === 0);
	return conditions?.own.every(({ field }) => isOpen(field)) ? conditions : undefined;
}

/** Reads the view that a code names, when the user sees it and an audience can have its conditions. */
async function viewIn(ask: AskOne, code: string) {
	const id = Number(VIEW.exec(code)?.[1] ?? 0);
	if (id === 0 || !mayChooseViews(ask)) return undefined;
	const [[view], fields] = await readRows(ask.env.DB, listView(id), activeFields());
	const isSeen = view?.list === members.list() && (view.is_shared === 1 || view.user_id === ask.who.userId);
	const conditions = isSeen ? openConditions(view.query, fields) : undefined;
	return view && conditions ? { name: view.name, ...conditions } : undefined;
}

async function page(ask: AskChoice, { sent }: Refused) {
	const { env, params, query, at } = ask;
	const said = [sent?.values.audience ?? query.audience].flat()[0];
	// Nobody counts those to whom they may not write.
	const isAsked =
		said !== undefined && Code.safeParse(said).success && (VIEW.test(said) || mayWriteFor(may(ask), said));
	const asked = isAsked ? said : undefined;
	const view = asked && VIEW.test(asked) ? await viewIn(ask, asked) : undefined;
	const isLost = asked !== undefined && VIEW.test(asked) && view === undefined;
	const [[row], named, [counts], views, fields] = await readRows(
		env.DB,
		editedAnnouncement(params.id, sees(ask)),
		namedAudiences(),
		countAudience(view ?? (isLost ? undefined : asked) ?? audienceOfStored(params.id)),
		viewsOf(members.list(), ask.who.userId),
		activeFields(),
	);
	if (!row || !counts) return "missing" as const;
	return audiencePage(
		{
			...{ row, named, counts, at, may: may(ask) },
			chosen: isLost ? row.audience : (asked ?? row.audience),
			views: mayChooseViews(ask)
				? views.flatMap(({ id, name, query: text }) =>
						openConditions(text, fields) ? [{ value: `view:${id}`, label: `檢視：${name}` }] : [],
					)
				: [],
		},
		sent ?? freshForm(),
	);
}

const choice = pageWithForms({
	path: announcements.step(":id", "audience"),
	gate: "announcements",
	params: IdParams,
	query: Query,
	page,
});

const storeChoice = choice.form("sent", {
	form: z.strictObject({ audience: Code, version: Version }),
	run: async (ask, { input: { audience: code, version }, key }) => {
		const view = VIEW.test(code) ? await viewIn(ask, code) : undefined;
		if (VIEW.test(code) && !view) return "missing";
		const audience = view ? `segment:${await segmentOfView(ask.db, { ...view, key, by: ask.by })}` : code;
		const { id } = ask.params;
		const isMoved = await chooseAudience(ask.db, { id, version }, { audience, ...writer(ask) });
		if (isMoved) tell(ask);
		return { to: flowHref(id, ask.query.to ?? "audience"), flash: isMoved ? "已儲存對象。" : "對象沒有改變。" };
	},
});

export const AUDIENCE_ROUTES: readonly Route[] = [choice.show, storeChoice];
