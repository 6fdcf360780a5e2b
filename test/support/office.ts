import { env } from "cloudflare:test";
import { mergeMembers } from "#domain/people/member-merges/actions.ts";
import { stepMember } from "#domain/people/members/actions.ts";
import { recordRequest } from "#domain/people/privacy/actions.ts";
import { pseudonymise } from "#domain/shell/erasures/actions.ts";
import { db, makeLogin, own } from "./logins.ts";
import { storedNow } from "./members.ts";
import { codeOf } from "./refusal.ts";

const people = { secretary: 0, chair: 0 };

/** Two of the staff, who do what follows: for a file's beforeAll. */
export async function openOffice(): Promise<void> {
	people.secretary = (await makeLogin({ role: "secretary" })).id;
	people.chair = (await makeLogin({ role: "chair" })).id;
}
export const secretaryId = (): number => people.secretary;
/** Done by the secretary, and by the second person of what needs two. */
export const staff = () => own(people.secretary);
export const second = () => own(people.chair);

/** The code of what a verb was refused for, or "nothing". */
export const refusal = (verb: Promise<unknown>): Promise<unknown> => verb.then(() => "nothing", codeOf);

type Asked = { kind?: "copy" | "deletion"; receivedOn?: string };

/** A request on paper, by its id. */
export const onPaper = (memberId: number, { kind = "copy", receivedOn = "2026-03-01" }: Asked = {}): Promise<number> =>
	recordRequest(db, {
		memberId,
		kind,
		content: "",
		channel: "paper",
		receivedOn,
		key: crypto.randomUUID(),
		by: staff(),
	});

/** Makes one record of two as they are stored now. */
export const merge = async (kept: number, other: number): Promise<void> =>
	mergeMembers(env, db, { kept: await storedNow(kept), other: await storedNow(other), picks: {}, by: staff() });

/** Somebody resigns, and asks to be forgotten; returns the request. */
export async function leave(id: number): Promise<number> {
	await stepMember(env, db, { ref: await storedNow(id), move: { step: "resign" }, by: staff() });
	return onPaper(id, { kind: "deletion" });
}

/** The same, and is. */
export async function forget(id: number): Promise<void> {
	const requestId = await leave(id);
	await pseudonymise(env, db, { ref: await storedNow(id), requestId, by: second() });
}
