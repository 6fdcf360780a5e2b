/**
 * Nothing that an applicant does, reads or is answered tells whether the roster knows them
 * (docs/concepts.md#membership). Two persons do the same, one of whom has a record that is like them; every answer is
 * compared as it comes, byte by byte, but for what each typed of themselves. In between staff look at what they can
 * look at.
 */
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import fc from "fast-check";
import { afterEach, beforeAll, expect, test } from "vitest";
import { app } from "#app.ts";
import { open } from "#db/commit.ts";
import { approveCertificate, rejectCertificate } from "#domain/people/certificates/actions.ts";
import { NOTICE } from "#domain/people/certificates/form.ts";
import { CONSENT_TEXTS } from "#domain/people/profiles/consent-texts.ts";
import { paths } from "#http/paths.ts";
import { childFields } from "../support/announced.ts";
import { shareOf, stepsOf, WALK_MS } from "../support/chances.ts";
import { fieldInput, makeField, specialInput } from "../support/member-field-rows.ts";
import { by, member } from "../support/members.ts";
import { fieldValue, shown } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { REAL } from "../support/pictures.ts";
import { applicationForm } from "../support/profiles.ts";
import { routes } from "../support/routes.ts";
import { person, rows } from "../support/users.ts";

const { application, profile } = paths.member;
const db = open(env.DB);
/** Every page of the member area that has no id in its address, and the pages of the account. */
const PLACES = routes
	.filter(({ method, path }) => method === "GET" && /^\/(member|account)/.test(path) && !path.includes(":"))
	.map(({ path }) => path);

/** What each of the two types of themselves; a letter stands for it where their answers are compared. */
type Self = { name: string; phone: string; other: string; id: string; mask: string };
type Side = Self & { as: Person; email: string };
let cashier: number;
/** A plain own field, and one of special data. */
let own: number[] = [];
beforeAll(async () => {
	cashier = (await person({ name: "出納", roles: ["cashier"] })).id;
	own = [
		await makeField(db, fieldInput("興趣", { self: "fills" })),
		await makeField(db, specialInput("食物過敏", { self: "fills" })),
	];
});

const dials = (phone: string): string => `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`;
/** An answer without what is the person's own: what they typed, keys, versions made of what they typed. */
function plain(side: Side, text: string): string {
	const own: [string, string][] = [
		[side.phone, "PHONE"],
		[dials(side.phone), "PHONE"],
		[side.other, "OTHER"],
		[dials(side.other), "OTHER"],
		[side.id, "ID"],
		[side.mask, "MASK"],
		[side.email, "EMAIL"],
		[side.as.sid, "SID"],
		[`user ${side.as.userId}`, "USER"],
	];
	return own
		.reduce((all, [from, to]) => all.replaceAll(from, to), text)
		.replaceAll(/name="_key" value="[^"]*"/g, "KEY")
		.replaceAll(/data-user="\d+"/g, "USER")
		.replaceAll(/name="version" value="\d+"/g, "VERSION")
		.replaceAll(/<time datetime="[^"]*"[^>]*>/g, "TIME");
}

async function facts(side: Side, answer: Response): Promise<unknown> {
	const cookies = answer.headers.get("Set-Cookie");
	return [answer.status, answer.headers.get("Location"), cookies, plain(side, await answer.text())];
}

async function upload({ as }: Side, bytes: Uint8Array | undefined, key: string): Promise<Response> {
	const body = new FormData();
	for (const [name, value] of Object.entries({ _key: key, notice: NOTICE.version })) body.append(name, value);
	if (bytes) body.append("file", new File([bytes], "證明.jpg", { type: "image/jpeg" }));
	const headers = { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin" };
	const context = createExecutionContext();
	const request = new Request(`http://localhost:8787${application.certificate()}`, { method: "POST", headers, body });
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	return answer;
}

const CONSENTS = { health_version: CONSENT_TEXTS.health_data.version };
const form = (side: Side, given: Record<string, string> = {}): Record<string, string> =>
	applicationForm({ name: side.name, phone: side.phone, national_id: side.id, email: side.email, ...given });

/** The form of the correction as the page has it, with what is typed over it. */
async function corrected(side: Side, given: Record<string, string>): Promise<Response> {
	const there = await shown(await ask(application.edit(), { as: side.as }));
	const { consent_personal: _, personal_version: _p, _key, ...fields } = form(side, { national_id: "", ...given });
	const kept = { version: fieldValue(there, "version") ?? "0", base: fieldValue(there, "base") ?? "" };
	return ask(application.edit(), { as: side.as, form: { ...fields, ...CONSENTS, ...kept } });
}

/** The roster has this child. */
const CHILD = { name: "石小宇", birth_date: "2018-05-06" };
/** What an applicant does, in either of the two lives. */
const ACTS = {
	apply: (side: Side, nth: number) =>
		ask(profile.store(), { as: side.as, form: form(side, { occupation: `第${nth}次`, _key: `k${nth}` }) }),
	"apply with a diagnosis": (side: Side, nth: number) =>
		ask(profile.store(), {
			as: side.as,
			form: form(side, { diagnosis_note: "氣喘", consent_health: "1", _key: `k${nth}` }),
		}),
	"apply with a child": (side: Side, nth: number) =>
		ask(profile.store(), { as: side.as, form: form(side, { ...childFields([CHILD]), _key: `k${nth}` }) }),
	"correct the children": (side: Side, nth: number) =>
		corrected(side, childFields([{ name: `孩子${nth}`, birth_date: "2019-01-02" }, CHILD])),
	"fill in own fields": (side: Side, nth: number) =>
		corrected(side, { [`f${own[0]}`]: `興趣${nth}`, [`f${own[1]}`]: "花生", [`f${own[1]}.agree`]: "1" }),
	"fill them in wrongly": (side: Side) => corrected(side, { [`f${own[0]}`]: "字".repeat(201) }),
	"correct a child wrongly": (side: Side) => corrected(side, childFields([{ name: "", birth_date: "2019-01-02" }])),
	"apply wrongly": (side: Side) => ask(profile.store(), { as: side.as, form: form(side, { birth_date: "x" }) }),
	correct: (side: Side, nth: number) => corrected(side, { occupation: `改${nth}`, city: "臺北市", district: "中正區" }),
	"correct the phone": (side: Side) => corrected(side, { phone: side.other }),
	"correct the diagnosis": (side: Side) => corrected(side, { diagnosis_note: "過敏", consent_health: "1" }),
	"take the id away": (side: Side) => corrected(side, { remove_national_id: "1" }),
	"correct wrongly": (side: Side) => corrected(side, { email: "x" }),
	"correct what changed": (side: Side) => {
		const { consent_personal: _, personal_version: _p, _key, ...fields } = form(side, { occupation: "舊的" });
		return ask(application.edit(), { as: side.as, form: { ...fields, ...CONSENTS, version: "1", base: "{}" } });
	},
	"send a certificate": (side: Side, nth: number) => upload(side, REAL.jpeg, `c${nth}`),
	"send none": (side: Side, nth: number) => upload(side, undefined, `c${nth}`),
	"take it back": (side: Side) => ask(application.withdrawal(), { as: side.as, form: {} }),
} as const;
type Act = keyof typeof ACTS | "staff decide on certificates";

/** Staff who come upon a certificate of somebody who waits. */
async function decideCertificates(nth: number): Promise<void> {
	const waiting = await rows<{ id: number; version: number }>(
		"SELECT id, version FROM disability_certificates WHERE status = 'pending' AND uploaded_by IS NOT NULL",
	);
	const review = { reviewer: { userId: cashier, standsFor: [null] }, by: by({ id: cashier }) };
	for (const ref of waiting)
		if (nth % 2 === 0) await approveCertificate(db, { ref, until: null, ...review });
		else await rejectCertificate(db, { ref, reason: "照片模糊", ...review });
}

const IDS = ["A123456789", "F131104093", "A800000014", "AA00000009"] as const;
const MASK = (id: string): string => `${id.slice(0, 3)}****${id.slice(-3)}`;
let lives = 0;

async function side(nth: 0 | 1): Promise<Side> {
	const as = await signIn({ name: "吳宛蓁" });
	const [{ email } = { email: "" }] = await rows<{ email: string }>("SELECT email FROM users WHERE id = ?", as.userId);
	const number = String(lives * 2 + nth).padStart(4, "0");
	const id = IDS[nth] ?? "";
	return { as, email, name: "吳宛蓁", phone: `0911${number}11`, other: `0922${number}22`, id, mask: MASK(id) };
}

/** By what the roster knows one of them: what they type first, what they correct it to, or an id of the other's record. */
const KNOWN_BY = {
	phone: ({ phone }: Side) => ({ phone, national_id: null }),
	"the corrected phone": ({ other }: Side) => ({ phone: other, national_id: null }),
	"e-mail": ({ email }: Side) => ({ email, national_id: null }),
	"national id": ({ id }: Side) => ({ national_id: id }),
} as const;

const seen = (of: Side): Promise<unknown[]> =>
	Promise.all(PLACES.map(async (path) => [path, await facts(of, await ask(path, { as: of.as }))]));

/** Lives in which a record gives way to a request, and comes back. */
const LIVES: readonly (readonly Act[])[] = [
	["send a certificate", "correct the phone", "send a certificate", "staff decide on certificates"],
	["send a certificate", "correct the phone", "staff decide on certificates", "take it back", "apply"],
	["correct the diagnosis", "send a certificate", "take it back", "apply with a diagnosis", "correct the phone"],
];

const names = Object.keys(ACTS) as (keyof typeof ACTS)[];
const act = fc.constantFrom<Act>(
	...names,
	"apply",
	"apply",
	"correct the phone",
	"send a certificate",
	"staff decide on certificates",
);

afterEach(async () => {
	await env.DB.batch([
		env.DB.prepare("UPDATE members SET national_id = NULL, national_id_hash = NULL, national_id_mask = NULL"),
		env.DB.prepare("UPDATE disability_certificates SET status = 'withdrawn' WHERE status = 'pending'"),
	]);
});

const hows = Object.keys(KNOWN_BY) as (keyof typeof KNOWN_BY)[];
test.each(shareOf(hows, 2))(
	"whom the roster knows by %s lives the same life as whom it does not",
	async (how) => {
		const lived = shareOf(LIVES, LIVES.length);
		await fc.assert(
			fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 9 }), async (acts) => {
				lives += 1;
				await env.DB.prepare(
					"UPDATE members SET national_id = NULL, national_id_hash = NULL, national_id_mask = NULL",
				).run();
				const [known, unknown] = [await side(0), await side(1)];
				const roster = await member({
					name: "名冊上的人",
					status: "active",
					phone: null,
					email: null,
					...KNOWN_BY[how](known),
				});
				for (const [nth, what] of (["apply", ...acts] as Act[]).entries()) {
					if (what === "staff decide on certificates") await decideCertificates(nth);
					else {
						const answers = [];
						for (const one of [known, unknown]) answers.push(await facts(one, await ACTS[what](one, nth)));
						expect([what, answers[0]]).toEqual([what, answers[1]]);
					}
					const [one, other] = [await seen(known), await seen(unknown)];
					for (const [at, page] of one.entries()) expect(page).toEqual(other[at]);
				}
				// No mail tells either, and there is neither a second record nor a link that nobody made.
				expect(
					await rows("SELECT template FROM mail_messages WHERE user_id IN (?, ?)", known.as.userId, unknown.as.userId),
				).toEqual([]);
				const linked = await rows("SELECT user_id FROM members WHERE id = ?", roster.id);
				expect(linked).toEqual([{ user_id: null }]);
				for (const { as } of [known, unknown]) {
					const [waiting] = await rows<{ n: number }>(
						`SELECT (SELECT count(*) FROM link_requests WHERE user_id = ?1 AND status = 'open')
							+ (SELECT count(*) FROM members WHERE user_id = ?1 AND status = 'applied') AS n`,
						as.userId,
					);
					expect(waiting?.n).toBeLessThanOrEqual(1);
				}
			}),
			{ numRuns: lived.length + stepsOf(1), seed: 20261123, examples: lived.map((life): [Act[]] => [[...life]]) },
		);
	},
	WALK_MS,
);
