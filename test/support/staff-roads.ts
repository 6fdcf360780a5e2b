/** The addresses that staff send something about a member to, each with a form that would be taken. */
import { env } from "cloudflare:test";
import { recordRequest } from "#domain/people/privacy/actions.ts";
import { CONSENT_TEXTS } from "#domain/people/profiles/consent-texts.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { nobodysPlaces } from "#nouns.ts";
import { upload } from "./certificates.ts";
import { own as byOwn, db } from "./logins.ts";
import { input, member } from "./members.ts";
import { insertDuesItem } from "./money-fixtures.ts";
import { type Person, signIn } from "./people.ts";
import { insertRelease } from "./releases.ts";
import { rows } from "./users.ts";

export const sql = (text: string, ...params: unknown[]) =>
	env.DB.prepare(text)
		.bind(...params)
		.run();

export type World = { actor: Person; own: number; clerk: Person };
type Form = Record<string, string | string[]>;
type Status = "applied" | "awaiting_payment" | "active" | "suspended" | "withdrawn";
type Sent = { path: string; form: Form };
/** What is sent about a member, who stands in a state before. */
type Road = { from?: Status; isContact?: true; send: (id: number, w: World) => Promise<Sent> | Sent };

/** How somebody can be related to a member: made by plain SQL, as an operator would. */
export const RELATIONS: Record<string, (id: number, w: World) => Promise<unknown>> = {
	"their own record": async (id, { actor }) => {
		await sql("UPDATE members SET user_id = NULL WHERE user_id = ?", actor.userId);
		await sql("UPDATE members SET user_id = ? WHERE id = ?", actor.userId, id);
	},
	"a record that was their own": async (id, { actor, own }) => {
		await sql("UPDATE members SET user_id = NULL WHERE user_id = ?", actor.userId);
		await sql("UPDATE members SET user_id = ? WHERE id = ?", actor.userId, id);
		await sql("UPDATE members SET user_id = NULL WHERE id = ?", id);
		await sql("UPDATE members SET user_id = ? WHERE id = ?", actor.userId, own);
	},
	"whose guardian they are": (id, { own }) => sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", own, id),
	"whose guardian they were": async (id, { own }) => {
		await sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", own, id);
		await sql("UPDATE members SET guardian_member_id = NULL WHERE id = ?", id);
	},
	"their guardian": (id, { own }) => sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", id, own),
};

/** The whole form of a record, as nobody has filled it in. */
const PERSON: Form = {
	national_id: "",
	diagnosis_note: "",
	...Object.fromEntries(
		Object.entries(input()).flatMap(([name, value]) => (typeof value === "boolean" ? [] : [[name, value ?? ""]])),
	),
};
const reason = "理由";
const seen = { version: "1" };
const RESOLUTION = { resolution_no: "第一次", resolution_on: "2026-03-01" };
const of = (place: string, form: Form = {}, from?: Status): [string, Road] => [
	`POST /admin/members/:id/${place}`,
	{ ...(from ? { from } : {}), send: (id) => ({ path: `/admin/members/${id}/${place}`, form: { ...seen, ...form } }) },
];
const ofContact = (place: string, form: Form): [string, Road] => {
	const [route, road] = of(place, form, "withdrawn");
	return [route, { ...road, isContact: true }];
};
/** Of many, the page leaves out the family: it comes back and has changed nobody. */
const bulk = (place: string, from: Status, form: Form): [string, Road] => [
	`POST /admin/members/bulk/${place}/change`,
	{ from, send: (id) => ({ path: `/admin/members/bulk/${place}/change`, form: { refs: `${id}:1`, ...form } }) },
];
const dues = (place: string, status: string, form: Form = {}): [string, Road] => [
	`POST /admin/dues/:id/${place}`,
	{
		send: async (id) => ({
			path: `/admin/dues/${await item(id, status)}/${place}`,
			form: { ...seen, reason, ...form },
		}),
	},
];
const review = (place: string, status: "pending" | "approved", form: Form): [string, Road] => [
	`POST /admin/certificates/:id/${place}`,
	{
		send: async (id, { clerk }) => {
			const made = await upload({ memberId: id, userId: clerk.userId, onPaper: true });
			if (status === "approved")
				await sql("UPDATE disability_certificates SET status = 'approved', reviewed_at = 2 WHERE id = ?", made);
			return { path: `/admin/certificates/${made}/${place}`, form: { ...seen, ...form } };
		},
	},
];
const asked = (place: string, form: Form): [string, Road] => [
	`POST /admin/members/privacy/:id/${place}`,
	{
		send: async (id, { clerk }) => ({
			path: `/admin/members/privacy/${await request(id, clerk)}/${place}`,
			form: { ...seen, ...form },
		}),
	},
];
const pair = (place: string): [string, Road] => [
	`POST /admin/members/duplicates/${place}`,
	{
		send: async (id) => {
			const { id: other } = await member({ name: "別人" });
			if (place === "alike") await sql("INSERT INTO member_distinct (a_id, b_id, at) VALUES (?, ?, 1)", id, other);
			return { path: `/admin/members/duplicates/${place}`, form: { a: String(id), b: String(other), page: "1" } };
		},
	},
];
const login = (place: string, form: Form): [string, Road] => [
	`POST /admin/users/:id/${place}`,
	{ send: async (id) => ({ path: `/admin/users/${await loginOf(id)}/${place}`, form: { ...seen, ...form } }) },
];

const item = (id: number, status = "open"): Promise<number> =>
	insertDuesItem({
		member_id: id,
		kind: "annual",
		dues_year: 2026,
		base_amount: 1000,
		amount: 1000,
		status,
		reason: status === "open" ? null : reason,
		created_at: 1,
		updated_at: 1,
	});
const request = (memberId: number, clerk: Person): Promise<number> => {
	const at = Date.now();
	const by = byOwn(clerk.userId, at);
	const asks = { kind: "copy", content: "", channel: "paper", receivedOn: dateInTaipei(at) } as const;
	return recordRequest(db, { memberId, ...asks, key: crypto.randomUUID(), by });
};
/** The login of the member, or one that was theirs; somebody else's where they never had any. */
async function loginOf(id: number): Promise<number> {
	const [had] = await rows<{ user_id: number }>("SELECT user_id FROM member_logins WHERE member_id = ?", id);
	if (had) return had.user_id;
	const { userId } = await signIn({ roles: ["member"] });
	await sql("UPDATE members SET user_id = ? WHERE id = ?", userId, id);
	return userId;
}

const RELEASE: Form = {
	...{ name: "家人", kinds: "story", uses: "website", given_on: "2026-03-01", no_paper: "電話" },
	...{ birth_date: "", representative: "", relation: "", until: "", note: "" },
};
/** The number of a member, which is given where there is none yet. */
async function numberOf(id: number): Promise<string> {
	await sql("UPDATE members SET member_no = 'F' || id WHERE id = ? AND member_no IS NULL", id);
	const [found] = await rows<{ member_no: string }>("SELECT member_no FROM members WHERE id = ?", id);
	return found?.member_no ?? "";
}

const MEETING: Form = { meeting: "第 3 屆第 1 次會議", held_on: "2026-03-01" };
const ROADS: Record<string, Road> = Object.fromEntries([
	of("edit", { ...PERSON, membership_type: "lifetime" }),
	of("login/invitation", { email: "new@example.org", phone: "" }),
	of("approval", RESOLUTION, "applied"),
	of("refusal", { reason }, "applied"),
	of("withdrawal", {}, "applied"),
	of("suspension", { reason, ...MEETING }),
	of("reinstatement", { reason }, "suspended"),
	of("resignation"),
	of("expulsion", { reason, ...MEETING, present: "30", in_favour: "20" }),
	of("death"),
	of("rejoining", {}, "withdrawn"),
	ofContact("joining", { identity_type: "parent", membership_type: "individual" }),
	of("undoing", { reason }, "withdrawn"),
	of("consent", { text: `personal_data ${CONSENT_TEXTS.personal_data.version}`, given: "1", signed_on: "2026-03-01" }),
	of("consent/own-fields", { purpose: "安排合適的服務" }),
	bulk("approval", "applied", RESOLUTION),
	bulk("refusal", "applied", { reason }),
	bulk("suspension", "active", { reason, ...MEETING }),
	bulk("reinstatement", "suspended", { reason }),
	bulk("membership-type", "active", { membership_type: "sponsor" }),
	dues("waiver", "open"),
	dues("waiver/end", "waived"),
	dues("correction", "open", { base: "500", percent: "0" }),
	dues("cancellation", "open"),
	review("approval", "pending", { expiry: "none" }),
	review("rejection", "pending", { reason: "other", detail: reason }),
	review("revocation", "approved", { reason }),
	asked("answer", { outcome: "done", grounds: "", answer: "" }),
	asked("extension", { reason }),
	pair("distinct"),
	pair("alike"),
	login("activation-code", {}),
	login("edit", { name: "改名", email: "mine@example.org", phone: "" }),
	login("second-factor-reset", {}),
	login("enabling", {}),
]);
const MORE: Record<string, Road> = {
	"POST /admin/members/:id/privacy-request": {
		send: (id) => ({
			path: `/admin/members/${id}/privacy-request`,
			form: { kind: "copy", content: "", channel: "paper", received_on: "2026-03-01", _key: crypto.randomUUID() },
		}),
	},
	"POST /admin/users/:id/roles": {
		send: async (id) => ({
			path: `/admin/users/${await loginOf(id)}/roles`,
			form: { ...seen, roles: (await rows<{ id: number }>("SELECT id FROM roles")).map((role) => String(role.id)) },
		}),
	},
	"POST /admin/members/:id/copy": { send: (id) => ({ path: `/admin/members/${id}/copy`, form: {} }) },
	"POST /admin/members/:id/sensitive": { send: (id) => ({ path: `/admin/members/${id}/sensitive`, form: {} }) },
	"POST /admin/members/:id/guardian": {
		send: async (id) => {
			const { id: guardian } = await member({ name: "別人" });
			return { path: `/admin/members/${id}/guardian`, form: { ...seen, guardian: String(guardian), q: "" } };
		},
	},
	"POST /admin/members/:id/bans": {
		send: async (id) => {
			const { id: person } = await member({ name: "別人" });
			return { path: `/admin/members/${id}/bans`, form: { person: String(person), reason: "asked", q: "" } };
		},
	},
	"POST /admin/members/:id/bans/end": {
		send: async (id) => {
			const { id: person } = await member({ name: "別人" });
			await sql("INSERT INTO member_bans (member_id, person_id, reason, since) VALUES (?, ?, 'asked', 1)", id, person);
			const [ban] = await rows<{ id: number }>("SELECT id FROM member_bans WHERE member_id = ?", id);
			return { path: `/admin/members/${id}/bans/end`, form: { ban: String(ban?.id), step: "ask" } };
		},
	},
	"POST /admin/members/new": {
		send: (id) => ({
			path: "/admin/members/new",
			form: { ...PERSON, guardian: String(id), _key: crypto.randomUUID() },
		}),
	},
	"POST /admin/members/applications": {
		from: "applied",
		send: (id) => ({ path: "/admin/members/applications", form: { ids: [`${id}:1`], ...RESOLUTION } }),
	},
	"POST /admin/members/:id/activation": {
		from: "awaiting_payment",
		send: async (id) => {
			await sql("UPDATE members SET membership_type = 'lifetime' WHERE id = ?", id);
			return { path: `/admin/members/${id}/activation`, form: seen };
		},
	},
	"POST /admin/members/:id/login": {
		send: async (id) => {
			const { userId } = await signIn({ roles: ["member"] });
			await sql("UPDATE members SET user_id = NULL WHERE id = ?", id);
			return { path: `/admin/members/${id}/login`, form: { ...seen, user: String(userId), q: "" } };
		},
	},
	"POST /admin/members/:id/login/end": {
		send: async (id) => {
			await loginOf(id);
			await sql("UPDATE members SET user_id = ? WHERE id = ? AND user_id IS NULL", (await signIn({})).userId, id);
			return { path: `/admin/members/${id}/login/end`, form: seen };
		},
	},
	"POST /admin/members/:id/login/code": {
		send: async (id) => {
			await sql("UPDATE members SET user_id = ? WHERE id = ? AND user_id IS NULL", (await signIn({})).userId, id);
			return { path: `/admin/members/${id}/login/code`, form: seen };
		},
	},
	"POST /admin/members/:id/merge": {
		send: async (id) => {
			const { id: kept } = await member({ name: "留下的" });
			return {
				path: `/admin/members/${kept}/merge`,
				form: { other: String(id), version: "1", other_version: "1" },
			};
		},
	},
	"POST /admin/members/:id/pseudonymisation": {
		from: "withdrawn",
		send: async (id, { clerk }) => ({
			path: `/admin/members/${id}/pseudonymisation`,
			form: { ...seen, request: String(await request(id, clerk)), understood: "1" },
		}),
	},
	"POST /admin/members/:id/certificate/withdrawal": {
		send: async (id, { clerk }) => {
			await upload({ memberId: id, userId: clerk.userId, onPaper: true });
			return { path: `/admin/members/${id}/certificate/withdrawal`, form: seen };
		},
	},
	"POST /admin/dues/assessment": {
		send: (id) => ({ path: "/admin/dues/assessment", form: { year: "2026", kinds: "annual", chosen: `ids=${id}` } }),
	},
	"POST /admin/releases/new": {
		send: async (id) => ({
			path: "/admin/releases/new",
			form: { ...RELEASE, member_no: await numberOf(id), _key: crypto.randomUUID() },
		}),
	},
	"POST /admin/releases/:id/edit": {
		send: async (id) => {
			const made = await insertRelease({ member_id: id });
			return { path: `/admin/releases/${made}/edit`, form: { ...seen, ...RELEASE, member_no: await numberOf(id) } };
		},
	},
	"POST /admin/dues/waivers": {
		send: async (id) => ({ path: "/admin/dues/waivers", form: { refs: `${await item(id)}:1`, here: "", reason } }),
	},
};

/** What is sent about a member and walked elsewhere, or changes nothing of theirs; and where, or why. */
export const ELSEWHERE: Record<string, string> = {
	"POST /admin/members/privacy/texts/:kind": "a text for everybody, which says nothing of a member",
	"POST /admin/dues/fees": "what a membership type pays, which changes nothing that is owed",
	"POST /admin/members/:id/certificate": "a file: test/attack/family.test.ts",
	"POST /admin/members/links/:id/decision": "what is decided lies sealed: test/attack/family.test.ts",
	"POST /admin/members/imports": "a file that nothing comes of yet",
	"POST /admin/members/imports/:id/columns": "how a file is read",
	"POST /admin/members/imports/:id/doubts": "how a file is read",
	"POST /admin/members/imports/:id/application": "row by row: test/attack/family.test.ts",
	"POST /admin/members/imports/:id/removal": "a file that nothing came of",
	"POST /admin/members/imports/:id/undoing": "test/attack/family.test.ts",
	"POST /admin/members/bulk/:place": "leads to a page that asks",
	"POST /admin/members/:id/notes": "a signed memo that the others read",
	"POST /admin/announcements/chosen": "makes a group of whoever is chosen, which says nothing of a member",
	"POST /admin/notes/chosen": "a signed memo that the others read",
	"POST /admin/members/:id/credit": "test/attack/payments-own.test.ts",
	"POST /admin/dues/waivers/choice": "leads to a page that asks",
	"POST /admin/dues/notices/bulk/:place": "leads to a page that asks",
	"POST /admin/dues/notices/mail": "tells everybody what they owe",
	"POST /admin/dues/notices/print": "tells everybody what they owe",
	"POST /admin/dues/notices/text": "tells everybody what they owe",
	"POST /admin/dues/notices/codes": "leaves the family's out: test/attack/family.test.ts",
	"POST /admin/releases/:id/withdrawal": "only takes down what is public",
	"POST /admin/users/new": "nobody's login yet",
	"POST /admin/users/:id/invitation": "goes to the address on file",
	"POST /admin/users/:id/sessions-end": "ends sessions",
	"POST /admin/users/:id/disabling": "closes a login",
	"POST /admin/users/:id/deputies": "for oneself one may: test/attack/family-asks.test.ts",
	"POST /admin/users/:id/deputies/end": "takes what it gave",
};
/** Whole areas, by the word behind /admin/. */
export const AREAS: Record<string, string> = {
	// Whole areas alone: a noun may have places below another's, too.
	...Object.fromEntries(
		nobodysPlaces()
			.flatMap((place) => /^\/admin\/([^/]+)$/.exec(place)?.[1] ?? [])
			.map((area) => [area, "nothing there is a member's"]),
	),
	roles: "more for a role of the family's: test/attack/family-asks.test.ts",
	payments: "test/attack/payments-own.test.ts: whoever enters one does not verify it",
	bank: "test/attack/payments-own.test.ts",
	receipts: "test/attack/people-rights.test.ts",
	income: "test/attack/people-rights.test.ts",
	finance: "test/attack/people-rights.test.ts",
	payees: "test/domain/books/payees/payees.test.ts",
	confirmations: "test/attack/opened-by-two.test.ts: whom it concerns, and their family, are no second person",
	organisations: "test/domain/people/representatives.test.ts",
	"concurrent-posts": "an office, nothing of a member's",
};

/** THE roads of staff to what is a member's, by their route. */
export const ALL_ROADS: Record<string, Road> = { ...ROADS, ...MORE };
