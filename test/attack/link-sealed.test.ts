/**
 * What lies sealed of a record that a request to be linked was accepted for: until a second person has opened it, whoever sent
 * the request reads the values that they sent, and none that the record had.
 */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { sendCertificate } from "#domain/people/applications/certificate-actions.ts";
import { approveCertificate } from "#domain/people/certificates/actions.ts";
import { NOTICE } from "#domain/people/certificates/form.ts";
import { decideLinkRequest } from "#domain/people/link-requests/actions.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import { linkLogin } from "#domain/people/members/login-actions.ts";
import { maskNationalId } from "#domain/people/members/national-id.ts";
import { confirm } from "#domain/shell/confirmations/actions.ts";
import { paths } from "#http/paths.ts";
import { ref as certificateRef, picture, upload } from "../support/certificates.ts";
import { db, own } from "../support/logins.ts";
import { member, storedNow } from "../support/members.ts";
import { shown } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { applicationForm } from "../support/profiles.ts";
import { nationalId } from "../support/rosters.ts";
import { routes } from "../support/routes.ts";
import { sql } from "../support/staff-roads.ts";
import { rows } from "../support/users.ts";

const { profile, certificate } = paths.member;
const CLOSED = "待協會第二位同仁確認後可以查看";
/** Every page of the member area that has no id in its address. */
const PLACES = routes
	.filter(({ method, path }) => method === "GET" && path.startsWith("/member") && !path.includes(":"))
	.map(({ path }) => path);
const now = (userId: number) => own(userId, Date.now());

const staff = { clerk: 0, second: 0, cashier: 0 };
let count = 0;
beforeAll(async () => {
	staff.clerk = (await signIn({ name: "李同仁", roles: ["secretary"] })).userId;
	staff.second = (await signIn({ name: "周理事長", roles: ["chair"] })).userId;
	staff.cashier = (await signIn({ name: "許出納", roles: ["cashier"] })).userId;
});

type World = { sender: Person; id: number; phone: string; sent: string; other: string };
type Given = { had: "nothing" | "the same" | "another"; sends: boolean };

/** A record with an id or none, and somebody who says that it is theirs. */
async function asked({ had, sends }: Given): Promise<World> {
	count += 1;
	const phone = `0933${String(count).padStart(6, "0")}`;
	const [sent, other] = [
		nationalId(`A12${String(count).padStart(6, "0")}`),
		nationalId(`B27${String(count).padStart(6, "0")}`),
	];
	const national_id = { nothing: null, "the same": sent, another: other }[had];
	const { id } = await member({ name: "石國樑", phone, status: "active", national_id });
	const sender = await signIn({ name: `申請人${count}` });
	const form = applicationForm({ name: "石國樑", phone, ...(sends ? { national_id: sent } : {}) });
	expect((await ask(profile.store(), { as: sender, form })).status).toBe(303);
	return { sender, id, phone, sent, other };
}
async function link({ sender, id }: World): Promise<void> {
	const [ref] = await rows<{ id: number; version: number }>(
		"SELECT id, version FROM link_requests WHERE user_id = ? AND status = 'open'",
		sender.userId,
	);
	if (!ref) throw new Error("nobody asked");
	const { version } = await storedNow(id);
	const decision = { decision: "link", member: { id, version } } as const;
	await decideLinkRequest(env, db, { ref, decision, by: now(staff.clerk) });
}
/** All of their pages at once. */
async function read({ sender }: Pick<World, "sender">): Promise<string> {
	const pages = await Promise.all(PLACES.map(async (path) => (await shown(await ask(path, { as: sender }))).html));
	return pages.join("\n");
}
const masksOf = ({ sent, other }: World, text: string) => ({
	sent: text.includes(maskNationalId(sent)),
	other: text.includes(maskNationalId(other)),
	closed: text.includes(CLOSED),
});
async function openIt({ id }: World): Promise<void> {
	const [ref] = await rows<{ id: number; version: number }>(
		"SELECT id, version FROM confirmations WHERE kind = 'sealed_login' AND member_id = ? AND state = 'waiting'",
		id,
	);
	if (!ref) throw new Error("nothing waits");
	await confirm(env, db, { ref, by: now(staff.second) });
}
const edit = async (id: number, national_id: string | null) =>
	updateMember(env, db, { ref: await storedNow(id), input: { national_id }, by: now(staff.clerk) });

const CASES = (["nothing", "the same", "another"] as const).flatMap((had) => [
	{ had, sends: true },
	{ had, sends: false },
]);
describe.each(CASES)("the record has $had of the id, the request sends it: $sends", (given) => {
	test("who sent the id reads it where it is the record's now, and no other; opened by two they read what there is", async () => {
		const w = await asked(given);
		await link(w);
		const isTheirs = given.sends && given.had !== "another";
		expect(masksOf(w, await read(w))).toEqual({ sent: isTheirs, other: false, closed: true });
		await openIt(w);
		const hasSent = given.had === "the same" || isTheirs;
		expect(masksOf(w, await read(w))).toEqual({ sent: hasSent, other: given.had === "another", closed: false });
	});
});

describe("of what they sent, they read it no more", () => {
	const linked = async () => {
		const w = await asked({ had: "nothing", sends: true });
		await link(w);
		return w;
	};
	test("once it is another's value", async () => {
		const w = await linked();
		await edit(w.id, w.other);
		expect(masksOf(w, await read(w))).toEqual({ sent: false, other: false, closed: true });
		await edit(w.id, w.sent);
		expect(masksOf(w, await read(w)).sent).toBe(true);
	});
	test("while their login was in somebody else's hand", async () => {
		const w = await linked();
		await sql("UPDATE users SET sealed_from = ? WHERE id = ?", Date.now() + 60_000, w.sender.userId);
		expect(masksOf(w, await read(w)).sent).toBe(false);
	});
	test("under another login, which staff connect with the record later", async () => {
		const w = await linked();
		const by = now(staff.clerk);
		await linkLogin(env, db, { ref: await storedNow(w.id), userId: null, by });
		const next = await signIn({ name: "另一個帳號" });
		await linkLogin(env, db, { ref: await storedNow(w.id), userId: next.userId, by });
		expect(masksOf(w, await read({ sender: next }))).toEqual({ sent: false, other: false, closed: true });
	});
});

test("a certificate that came with the request is theirs to see, the record's own is not", async () => {
	const w = await asked({ had: "nothing", sends: false });
	const before = await upload({ memberId: w.id, userId: staff.clerk, onPaper: true });
	const review = { reviewer: { userId: staff.cashier, standsFor: [null] }, by: now(staff.cashier) };
	await approveCertificate(db, { ref: await certificateRef(before), until: null, ...review });
	const sent = { upload: picture(), notice: NOTICE.version, key: "sent", by: now(w.sender.userId) };
	await sendCertificate(env, db, sent);
	await link(w);
	const [theirs] = await rows<{ id: number }>(
		"SELECT id FROM disability_certificates WHERE uploaded_by = ?",
		w.sender.userId,
	);
	const opens = async (id: number) => (await ask(certificate.file(id), { as: w.sender })).status;
	expect([await opens(theirs?.id ?? 0), await opens(before)]).toEqual([200, 404]);
	await openIt(w);
	expect([await opens(theirs?.id ?? 0), await opens(before)]).toEqual([200, 200]);
});
