import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { privacyRequest } from "#db/people/privacy.ts";
import { readRows } from "#db/read.ts";
import { answerRequest, extendRequest, recordRequest } from "#domain/people/privacy/actions.ts";
import { AnswerForm, ExtensionForm, StaffRequestForm } from "#domain/people/privacy/form.ts";
import { REQUEST_STEPS } from "#domain/people/privacy/steps.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage, pageWithForms } from "#kits/form/form.ts";
import { taking } from "#kits/steps/taking.ts";
import { freshForm } from "#ui/form-state.ts";
import { requestList } from "./privacy-list.ts";
import { recordRequestPage } from "./privacy-new-page.ts";
import { type RequestStates, requestPage } from "./privacy-show-page.ts";

const { privacy } = paths.admin.members;
const gate = "members_manage";

async function pageOf({ env, who, params, at }: Ask<{ id: number }>, states: RequestStates) {
	const [[row]] = await readRows(env.DB, privacyRequest(params.id));
	if (!row) return "missing" as const;
	return requestPage({ row, isOwn: isFamily(row, who), who, at }, states);
}

const request = pageWithForms({ path: privacy.show(":id"), gate, params: IdParams, page: pageOf });

/** The hint about notices: an applicant without an email address gets no mail, as is common for requests on paper. */
const TOLD = "申請人有電子郵件就會收到通知；沒有的，請另外以書面或電話告知。";

/**
 * Returns what the routes of both steps share: the step's notice and message, its address, and the request's page to
 * redirect to.
 */
const pressed = (step: "answer" | "extend", path: string) =>
	({
		step: { tells: REQUEST_STEPS[step].tells, done: `${REQUEST_STEPS[step].done}${TOLD}` },
		path,
		to: ({ params }: Ask<{ id: number }>) => privacy.show(params.id),
	}) as const;

const answer = taking(request, "answer", {
	...pressed("answer", privacy.answer(":id")),
	form: AnswerForm,
	take: async ({ db, who, by, params }, { input }) => {
		const ref = { id: params.id, version: input.version };
		await answerRequest(db, { ref, answer: input, by: { ...by, userId: who.userId } });
		return {};
	},
});

const extend = taking(request, "extension", {
	...pressed("extend", privacy.extension(":id")),
	form: ExtensionForm,
	take: async ({ db, who, by, params }, { input }) => {
		const ref = { id: params.id, version: input.version };
		await extendRequest(db, { ref, reason: input.reason, by: { ...by, userId: who.userId } });
		return {};
	},
});

/** Builds the route that redirects a reload of a button's address to the request's page. */
const back = (path: string): Route =>
	view({ path, gate, params: IdParams, show: async ({ params }) => ({ to: privacy.show(params.id) }) });

const creation = formPage({
	path: privacy.create(":id"),
	gate,
	params: IdParams,
	about: async ({ env, params }) => {
		const [[member]] = await readRows(env.DB, memberRow(params.id));
		return member?.merged_into === null ? member : "missing";
	},
	filled: (_, { at }) => freshForm({ channel: "paper", kind: "", received_on: dateInTaipei(at).replaceAll("-", "/") }),
	page: (member, state) => recordRequestPage({ member, key: crypto.randomUUID() }, state),
	form: StaffRequestForm,
	run: async ({ db, who, by, params }, { input: { received_on, ...input }, key }) => {
		const receivedOn = received_on ?? dateInTaipei(by.at);
		const asked = { memberId: params.id, ...input, receivedOn, key, by: { ...by, userId: who.userId } };
		return { to: privacy.show(await recordRequest(db, asked)), flash: "已登錄申請。" };
	},
});

/** The routes of 個人資料申請. They come before the routes of one record, whose ":id" would match "privacy" too. */
export const PRIVACY_ROUTES: readonly Route[] = [
	...requestList.routes,
	request.show,
	answer,
	back(privacy.answer(":id")),
	extend,
	back(privacy.extension(":id")),
	...creation,
];
