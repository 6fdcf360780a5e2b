import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { privacyRequest } from "#db/people/privacy.ts";
import { readRows } from "#db/read.ts";
import { answerRequest, extendRequest, recordRequest } from "#domain/people/privacy/actions.ts";
import { AnswerForm, ExtensionForm, StaffRequestForm } from "#domain/people/privacy/form.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import { freshForm } from "#ui/form-state.ts";
import type { AskMember } from "./asks.ts";
import { requestList } from "./privacy-list.ts";
import { recordRequestPage } from "./privacy-new-page.ts";
import { type RequestStates, requestPage } from "./privacy-show-page.ts";

const { privacy } = paths.admin.members;
const gate = "members_manage";

async function pageOf({ env, who, params, at }: Ask<{ id: number }>, states: RequestStates = {}) {
	const [[row]] = await readRows(env.DB, privacyRequest(params.id));
	if (!row) return "missing" as const;
	return requestPage({ row, isOwn: isFamily(row, who), who, at }, states);
}

const showRequest = view({ path: privacy.show(":id"), gate, params: IdParams, show: (ask) => pageOf(ask) });

/** The hint about notices: an applicant without an email address, as many who wrote on paper, gets no mail. */
const TOLD = "申請人有電子郵件就會收到通知；沒有的，請另外以書面或電話告知。";

const answer = action({
	path: privacy.answer(":id"),
	gate,
	params: IdParams,
	form: AnswerForm,
	run: async ({ c, env, db, who, by, params }, { input }) => {
		const ref = { id: params.id, version: input.version };
		await answerRequest(db, { ref, answer: input, by: { ...by, userId: who.userId } });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: privacy.show(params.id), flash: `已答覆。${TOLD}` };
	},
	page: (ask, state) => pageOf(ask, { answer: state }),
});

const extend = action({
	path: privacy.extension(":id"),
	gate,
	params: IdParams,
	form: ExtensionForm,
	run: async ({ c, env, db, who, by, params }, { input }) => {
		const ref = { id: params.id, version: input.version };
		await extendRequest(db, { ref, reason: input.reason, by: { ...by, userId: who.userId } });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: privacy.show(params.id), flash: `已延長期限。${TOLD}` };
	},
	page: (ask, state) => pageOf(ask, { extension: state }),
});

/** Builds the route that redirects a reload of a button's address to the request's page. */
const back = (path: string): Route =>
	view({ path, gate, params: IdParams, show: async ({ params }) => ({ to: privacy.show(params.id) }) });

async function newPageOf({ env, params, at }: AskMember, state?: FormState) {
	const [[member]] = await readRows(env.DB, memberRow(params.id));
	if (!member || member.merged_into !== null) return "missing" as const;
	const fresh = freshForm({ channel: "paper", kind: "", received_on: dateInTaipei(at).replaceAll("-", "/") });
	return recordRequestPage({ member, key: crypto.randomUUID() }, state ?? fresh);
}

const newRequest = view({ path: privacy.create(":id"), gate, params: IdParams, show: (ask) => newPageOf(ask) });

const storeRequest = action({
	path: privacy.create(":id"),
	gate,
	params: IdParams,
	form: StaffRequestForm,
	run: async ({ db, who, by, params }, { input: { received_on, ...input }, key }) => {
		const receivedOn = received_on ?? dateInTaipei(by.at);
		const asked = { memberId: params.id, ...input, receivedOn, key, by: { ...by, userId: who.userId } };
		return { to: privacy.show(await recordRequest(db, asked)), flash: "已登錄申請。" };
	},
	page: newPageOf,
});

/** The routes of 個人資料申請. They come before the routes of one record, whose ":id" would match "privacy" too. */
export const PRIVACY_ROUTES: readonly Route[] = [
	...requestList.routes,
	showRequest,
	answer,
	back(privacy.answer(":id")),
	extend,
	back(privacy.extension(":id")),
	newRequest,
	storeRequest,
];
