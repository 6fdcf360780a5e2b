/**
 * Whatever is done with an application in which order: its children and own fields come once when it is accepted, and never
 * otherwise.
 */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { paths } from "#http/paths.ts";
import { type Announced, apply, correct, decide, dependentsOf, recordOf, run, withdraw } from "../support/announced.ts";
import { stepsOf, WALK_MS } from "../support/chances.ts";
import { fieldInput, makeField, specialInput } from "../support/member-field-rows.ts";
import { member, storedNow } from "../support/members.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { rows } from "../support/users.ts";

const CHILDREN: readonly Announced[] = [
	{ name: "石小宇", birth_date: "2018-05-06", gender: "male" },
	{ name: "石小安", birth_date: "2020-02-03" },
	{ name: "石小安", birth_date: "2016-11-12" },
];
const db = open(env.DB);
let clerk: Person;
let lives = 0;
/** A plain own field, and one of special data. */
let plain = 0;
let special = 0;
beforeAll(async () => {
	plain = await makeField(db, fieldInput("興趣", { self: "fills" }));
	special = await makeField(db, specialInput("食物過敏", { self: "fills" }));
	clerk = await signIn({ name: "林書瑜", roles: ["secretary"] });
});

/** An applicant, and a record of the roster that is reached by a phone that the applicant may type. */
type Life = { as: Person; phones: [string, string]; known: number };
async function life(): Promise<Life> {
	lives += 1;
	const [own, known] = [`0936${String(lives).padStart(6, "0")}`, `0937${String(lives).padStart(6, "0")}`];
	const { id } = await member({ name: "名冊上的人", phone: known, status: "active" });
	return { as: await signIn({ name: "石媽媽" }), phones: [own, known], known: id };
}

const requestOf = async ({ as }: Life) =>
	(
		await rows<{ id: number; version: number }>(
			"SELECT id, version FROM link_requests WHERE user_id = ? AND status = 'open'",
			as.userId,
		)
	)[0];
async function decideLink(of: Life, decision: Record<string, string>): Promise<void> {
	const request = await requestOf(of);
	if (!request) return;
	const form = { ...decision, version: String(request.version) };
	await ask(paths.admin.members.links.decision(request.id), { as: clerk, form });
}
const record = async ({ as }: Life, does: (id: number) => Promise<unknown>): Promise<void> => {
	const id = await recordOf(as);
	if (id > 0) await does(id);
};

type Said = { phone: string; text: string; children: Announced[] };
const filled = ({ phone, text }: Said): Record<string, string> => ({
	...{ name: "石媽媽", phone, [`f${plain}`]: text },
	...{ [`f${special}`]: `秘密${text}`, [`f${special}.agree`]: "1" },
});
const ACTS: Record<string, (of: Life, said: Said) => Promise<unknown>> = {
	apply: ({ as }, said) => apply(as, filled(said), said.children),
	correct: ({ as }, said) => correct(as, filled(said), said.children),
	withdraw: ({ as }) => withdraw(as),
	approve: (of) => record(of, (id) => decide(clerk, id, "approval")),
	"approve twice at once": (of) =>
		record(of, (id) => Promise.all([decide(clerk, id, "approval"), decide(clerk, id, "approval")])),
	decline: (of) => record(of, (id) => decide(clerk, id, "refusal")),
	"approve by SQL": (of) =>
		record(of, (id) => run("UPDATE members SET status = 'active' WHERE id = ? AND status = 'applied'", id)),
	"decline by SQL": (of) =>
		record(of, (id) => run("UPDATE members SET status = 'declined' WHERE id = ? AND status = 'applied'", id)),
	"make a record": (of) => decideLink(of, { decision: "create" }),
	"refuse the request": (of) => decideLink(of, { decision: "refuse", reason: "請補正" }),
	link: async (of) => {
		const { version } = await storedNow(of.known);
		await decideLink(of, { decision: "link", member_id: String(of.known), member_version: String(version) });
	},
};
const keyOf = ({ name, birth_date }: Announced): string => `${name} ${birth_date}`;
const dependentKeys = async (id: number): Promise<string[]> => {
	const found = await rows<Announced>(
		"SELECT name, birth_date FROM members WHERE guardian_member_id = ? ORDER BY id",
		id,
	);
	return found.map(keyOf);
};

async function standingOf(of: Life) {
	const id = await recordOf(of.as);
	const status = id > 0 ? (await storedNow(id)).status : "none";
	const isRequest = (await requestOf(of)) !== undefined;
	return { id, status, isRequest, isWaiting: isRequest || status === "applied" };
}

/** The own fields in a table of values, as they are stored: of special data only whether they are sealed. */
const ownIn = async (sql: string, id: number): Promise<string[]> =>
	(await rows<{ value: string; seal_id: string | null }>(`${sql} ORDER BY field_id`, id)).map(({ value, seal_id }) =>
		seal_id === null ? value : `sealed ${/秘密/.test(value)}`,
	);
const ownOf = (text: string): string[] => [text, "sealed false"];

type Model = { announced: readonly string[]; text: string };
async function holds(of: Life, { announced, text }: Model): Promise<void> {
	const { id, status, isRequest, isWaiting } = await standingOf(of);
	const there = await rows<Announced>(
		"SELECT name, birth_date FROM application_children WHERE user_id = ? ORDER BY id",
		of.as.userId,
	);
	const made = id > 0 ? await dependentKeys(id) : [];
	const isAccepted = !isRequest && ["awaiting_payment", "active"].includes(status);
	const own = {
		waiting: await ownIn("SELECT value, seal_id FROM application_values WHERE user_id = ?", of.as.userId),
		made: await ownIn("SELECT value, seal_id FROM member_field_values WHERE member_id = ?", id),
	};
	expect({ status, isRequest, waiting: there.map(keyOf), made, own }).toEqual({
		status,
		isRequest,
		waiting: isWaiting ? announced : [],
		made: isAccepted ? announced : [],
		own: { waiting: isWaiting ? ownOf(text) : [], made: isAccepted ? ownOf(text) : [] },
	});
	if (id !== of.known) expect(await dependentsOf(of.known)).toEqual([]);
}

test("children and own fields come with the acceptance, each once, and with nothing else", {
	timeout: WALK_MS,
}, async () => {
	const act = fc.record({
		what: fc.constantFrom(...Object.keys(ACTS), "apply", "apply", "correct"),
		isKnown: fc.boolean(),
		children: fc.subarray([...CHILDREN]),
	});
	const begin = { what: "apply", isKnown: false, children: [...CHILDREN] };
	await fc.assert(
		fc.asyncProperty(fc.boolean(), fc.array(act, { minLength: 3, maxLength: 9 }), async (isKnown, acts) => {
			const of = await life();
			let model: Model = { announced: [], text: "" };
			for (const [nth, { what, isKnown: reaches, children }] of [{ ...begin, isKnown }, ...acts].entries()) {
				const { id, status, isWaiting } = await standingOf(of);
				const mayApply = !isWaiting && (id === 0 || status === "withdrawn");
				if (what === "apply" ? mayApply : what === "correct" && isWaiting)
					model = { announced: children.map(keyOf), text: `第${nth}次` };
				await ACTS[what]?.(of, { phone: of.phones[reaches ? 1 : 0], text: `第${nth}次`, children });
				await holds(of, model);
			}
		}),
		{ numRuns: 6 + stepsOf(2), seed: 20261130 },
	);
});
