import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import type { Ask, Route } from "#auth/route.ts";
import { currentTexts, membershipTypes } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import {
	appliedIn,
	correctApplication,
	sendCertificate,
	standingAsks,
	standingIn,
	withdrawApplication,
} from "#domain/people/actions.ts";
import { ApplicationForm, currentText, NOTICE, OWN_NAMES, type StoredText } from "#domain/people/index.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keyOf, PURPOSE } from "#domain/system/index.ts";
import { setFlash } from "#http/flash.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import type { ApplicationTexts } from "#member/profile/create-page.ts";
import { correctApplicationPage, withdrawApplicationPage } from "./change-pages.ts";
import { applicationHomePage, type RefusedHome } from "./home-page.ts";
import { drawnAgain, pressedIn, SentApplication } from "./pressed.ts";

const { application, home } = paths.member;
const gate = "signed_in";
const CERTIFICATE = `${home()}#certificate`;
/**
 * The most bytes of the form's body: 6 MB above the limit for the file, so that a slightly too large photograph still
 * gets a proper message. A larger body is not read to its end.
 */
const UPLOAD_BYTES = PURPOSE.certificate.maxBytes + 6 * 1024 * 1024;
/**
 * The redirect for an applicant whose application was decided before the form came; the home page then shows the
 * result.
 */
const DECIDED = { to: home(), flash: "這份申請已經有結果，不能再變更。", tone: "info" } as const;

/**
 * Reads, in one round trip, the user's application that waits for a decision, with the discount in the settings and the texts;
 * undefined when none waits.
 */
async function waitingOf({ env, who }: Ask<object, object>) {
	if (who.memberId !== null) return undefined;
	const [settings, stored, types, ...found] = await readRows(
		env.DB,
		selectSettings([keyOf("fees", "disability_discount_percent")]),
		currentTexts(),
		membershipTypes(),
		...standingAsks(who.userId),
	);
	const applied = await appliedIn(env, standingIn(found));
	return applied && { applied, types, stored, percent: parseSettings("fees", settings).disability_discount_percent };
}

/** Returns the texts of an application that are asked for now. */
export const textsOf = (stored: readonly StoredText[], association: string): ApplicationTexts => ({
	personal: currentText("personal_data", stored, association),
	health: currentText("health_data", stored, association),
});

/** Returns the home page of a user whose application waits; "missing" for other users. */
export async function applicationPageOf(ask: Ask<object, object>, refused: RefusedHome = {}) {
	const waiting = await waitingOf(ask);
	return waiting ? applicationHomePage({ ...waiting, key: crypto.randomUUID() }, refused) : ("missing" as const);
}

async function correctionPageOf(ask: Ask<object, object>, { sent }: Refused) {
	const waiting = await waitingOf(ask);
	if (!waiting) return { to: home() };
	return correctApplicationPage(waiting, textsOf(waiting.stored, ask.surroundings.fullName), sent);
}

const correction = pageWithForms({ path: application.edit(), gate, page: correctionPageOf });

const correct = correction.form("sent", {
	form: SentApplication,
	aside: OWN_NAMES,
	run: async (ask, { input, values, aside: own }) => {
		const pressed = pressedIn(ApplicationForm, input, values);
		if ("draw" in pressed) return drawnAgain(await correctionPageOf(ask, { sent: pressed.draw }), pressed.status);
		const { env, db, who, by } = ask;
		const { version, ...correction } = pressed.input;
		const done = await correctApplication(env, db, { version, correction, own, by: { ...by, userId: who.userId } });
		return done ? { to: home(), flash: "已修改申請。" } : DECIDED;
	},
});

const withdrawal = pageWithForms({
	path: application.withdrawal(),
	gate,
	page: async (ask, { sent }) => (sent || (await waitingOf(ask)) ? withdrawApplicationPage(sent) : { to: home() }),
});

const withdraw = withdrawal.form("sent", {
	form: z.strictObject({}),
	run: async ({ env, db, who, by }) => {
		const done = await withdrawApplication(env, db, { by: { ...by, userId: who.userId } });
		return done ? { to: paths.member.profile.create(), flash: "已撤回申請。", tone: "info" } : DECIDED;
	},
});

/**
 * The address to which the certificate's form on the home page is sent. Opened by GET, for example after signing in
 * again, it redirects to that form.
 */
const certificate = pageWithForms({
	path: application.certificate(),
	gate,
	page: async (ask, { sent }) => (sent ? applicationPageOf(ask, { upload: sent }) : { to: CERTIFICATE }),
});

const storeCertificate = certificate.form("sent", {
	form: z.strictObject({ notice: z.literal(NOTICE.version, "告知事項有更新，請再看一次後送出。") }),
	maxBytes: UPLOAD_BYTES,
	run: async ({ c, env, db, who, by }, { input: { notice }, files, key }) => {
		const sent = { upload: files.file?.[0], notice, key, by: { ...by, userId: who.userId } };
		if (!(await sendCertificate(env, db, sent))) return { ...DECIDED, json: { to: home() } };
		const text = "已收到您的證明。";
		if (wantsJson(c)) setFlash(c, { tone: "ok", text });
		return { to: CERTIFICATE, flash: text, json: { to: CERTIFICATE } };
	},
});

export const APPLICATION_ROUTES: readonly Route[] = [
	correction.show,
	correct,
	withdrawal.show,
	withdraw,
	certificate.show,
	storeCertificate,
];
