/**
 * Manages webhook endpoints, the addresses that are notified when public content changes (docs/website.md). Safe to run
 * beside `npm start`; see HELP. With --remote, adding and rotating need the Worker's SEALING_KEY in the environment,
 * because a Worker's secret cannot be read back.
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs, parseEnv } from "node:util";
import { type Db, open } from "#db/commit.ts";
import { waitingOutbox } from "#db/content/outbox.ts";
import * as stored from "#db/content/webhooks.ts";
import * as actions from "#domain/content/webhooks/actions.ts";
import { EndpointInput, EVENT_FILTERS, StoredStrings } from "#domain/content/webhooks/schema.ts";
import type { Bindings } from "#env.ts";
import { sendDue } from "#jobs/content/webhooks.ts";
import { byOperator } from "#kernel/by.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { keyIds } from "#platform/crypto.ts";
import { openBindings } from "./bindings.ts";
import { ensureSecrets } from "./server.ts";

const HELP = `Web-hooks: tells a website when public content changes (docs/website.md).

  npm run webhooks -- add <url> [--events article.*,page.published]   prints the secret, this once
  npm run webhooks -- list
  npm run webhooks -- ping <id>             sends a test, once, and shows the answer
  npm run webhooks -- rotate <id>           prints a new secret; the old one signs beside it for 24 hours
  npm run webhooks -- enable <id>
  npm run webhooks -- disable <id>          what waits for it is given up
  npm run webhooks -- remove <id>           together with its log
  npm run webhooks -- log [<id>]            the newest 20 deliveries, of one endpoint or of all
  npm run webhooks -- log <msg_...>         every try of one delivery
  npm run webhooks -- redeliver <msg_...>

  --events   which events, with commas; without it all. Families: ${EVENT_FILTERS.filter((event) => event.endsWith("*")).join(" ")}
  --remote   the deployed Worker's database; add and rotate then need its SEALING_KEY in the environment
  --help     this text
  DATA_DIR   where the local data lies (default .data)
`;

const WORDS: Partial<Record<RefusalCode, string>> = {
	"webhook.disabled": "Its endpoint is off. Switch it on first: npm run webhooks -- enable <id>",
	"webhook.stale": "It was changed by somebody else just now; run the command again.",
	"webhook.url_taken": "There is an endpoint with this address already.",
};

/** How many milliseconds to wait for the deployed Worker, whose cron takes up requests each minute. */
const REMOTE_WAIT_MS = 90_000;

type Environment = Pick<Bindings, "DB" | "ENVIRONMENT" | "SEALING_KEY">;
type Context = { env: Environment; db: Db; remote: boolean; events: string };
type Command = (context: Context, argument: string) => Promise<void>;

const COMMANDS: Record<string, Command> = {
	add: async (context, url) => {
		await checkKey(context);
		const input = EndpointInput.safeParse({ url, events: context.events.split(",").filter(Boolean) });
		if (!input.success) fail(input.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
		const { id, secret } = await actions.createEndpoint(context.db, context.env, { ...input.data, ...by() });
		console.log(`Endpoint ${id} is told from now on.\nIts secret, shown this once:\n\n  ${secret}\n`);
	},
	list: async ({ db }) => {
		const endpoints = await stored.listEndpoints(db);
		if (endpoints.length === 0) console.log("No endpoints yet. Add one: npm run webhooks -- add <url>");
		for (const { id, url, events, isEnabled, disabledReason } of endpoints) {
			const state = isEnabled ? "on" : `off${disabledReason ? ` (${disabledReason})` : ""}`;
			console.log(`${id}  ${url}  ${StoredStrings.parse(events).join(",") || "all events"}  ${state}`);
		}
	},
	ping: async (context, id) => {
		const endpoint = await endpointOf(context.db, id);
		if (!endpoint.isEnabled) fail(`Endpoint ${id} is off. Switch it on: npm run webhooks -- enable ${id}`);
		const since = by();
		await actions.pingEndpoint(context.db, endpoint, since);
		await showOutcome(context, async () => {
			const deliveries = await stored.listDeliveries(context.db, { endpointId: endpoint.id }, { limit: 20 });
			return deliveries.find(({ type, createdAt }) => type === "ping" && createdAt >= since.at);
		});
	},
	rotate: async (context, id) => {
		await checkKey(context);
		const endpoint = await endpointOf(context.db, id);
		const secret = await actions.rotateSecret(context.db, context.env, { endpoint, ...by() });
		console.log(
			`The new secret of endpoint ${id}, shown this once; the old one signs too for 24 hours:\n\n  ${secret}\n`,
		);
	},
	enable: async ({ db }, id) => {
		await actions.setEnabled(db, await endpointOf(db, id), { enabled: true, ...by() });
		console.log(`Endpoint ${id} is on. It was not told of what changed while it was off.`);
	},
	disable: async ({ db }, id) => {
		await actions.setEnabled(db, await endpointOf(db, id), { enabled: false, ...by() });
		console.log(`Endpoint ${id} is off.`);
	},
	remove: async ({ db }, id) => {
		await actions.removeEndpoint(db, await endpointOf(db, id), by());
		console.log(`Endpoint ${id} is removed.`);
	},
	log: async ({ db }, id) => {
		if (id.startsWith("msg_")) return showAttempts(db, id);
		const endpoint = id === "" ? null : await endpointOf(db, id);
		const deliveries = await stored.listDeliveries(db, { endpointId: endpoint?.id }, { limit: 20 });
		if (deliveries.length === 0) console.log("Nothing was sent yet.");
		for (const delivery of deliveries) console.log(lineOf(delivery));
	},
	redeliver: async (context, id) => {
		const delivery = await deliveryOf(context.db, id);
		await actions.redeliver(context.db, delivery, by());
		await showOutcome(context, async () => {
			const now = await stored.readDelivery(context.db, id);
			return now && now.attempts > delivery.attempts ? now : undefined;
		});
	},
};
const WITHOUT_ARGUMENT = ["list", "log"];

async function run(chosen: Command): Promise<void> {
	const { remote, events } = values;
	const {
		env: { DB },
		dispose,
	} = await openBindings({ remote });
	const ENVIRONMENT = remote ? "production" : "development";
	try {
		await chosen({ env: { DB, ENVIRONMENT, SEALING_KEY: sealingKey(remote) }, db: open(DB), remote, events }, argument);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		fail(WORDS[error.code] ?? error.message);
	} finally {
		await dispose();
	}
}

/** Returns the sealing key: locally that of .dev.vars, remotely that of the environment. */
function sealingKey(remote: boolean): string {
	if (remote) return process.env.SEALING_KEY ?? "";
	ensureSecrets();
	return parseEnv(readFileSync(".dev.vars", "utf8")).SEALING_KEY ?? "";
}

/**
 * Refuses when the given key is not the one that sealed the stored secrets: with secrets under another key the Worker
 * could no longer sign.
 */
async function checkKey({ env, db }: Context): Promise<void> {
	if (!env.SEALING_KEY) fail("Set SEALING_KEY to the Worker's key in the environment first.");
	const sealed = await stored.anySealedSecret(db);
	const own = await keyIds(env.SEALING_KEY);
	if (sealed && !own.some((id) => sealed.startsWith(`${id}.`)))
		fail(`SEALING_KEY is key ${own.join(", ")}, but the secrets here were sealed with key ${sealed.split(".")[0]}.`);
}

/**
 * Waits for the try of the delivery that `find` reads, and prints its outcome. Locally the try is made here; remotely
 * the Worker makes it within a minute.
 */
async function showOutcome(
	{ env, db, remote }: Context,
	find: () => Promise<stored.DeliveryRow | undefined>,
): Promise<void> {
	if (remote) console.log("The Worker takes it up within a minute ...");
	else {
		for (const row of await waitingOutbox(db)) await actions.takeOutboxRow(db, row, Date.now());
		await sendDue(env);
	}
	for (const until = Date.now() + REMOTE_WAIT_MS; Date.now() < until; await wait(1_000)) {
		const delivery = await find();
		if (!delivery || delivery.attempts === 0 || delivery.state === "sending") continue;
		await showAttempts(db, delivery.id);
		if (delivery.state !== "delivered") process.exitCode = 1;
		return;
	}
	fail("Nobody has taken it up yet; look again with: npm run webhooks -- log");
}

async function showAttempts(db: Db, id: string): Promise<void> {
	console.log(lineOf(await deliveryOf(db, id)));
	for (const { number, at, status, durationMs, answer } of await stored.listAttempts(db, id))
		console.log(
			`  ${number}.  ${timeOf(at)}  ${status ?? "no answer"} after ${durationMs} ms  ${JSON.stringify(answer)}`,
		);
}

function lineOf({
	id,
	type,
	state,
	attempts,
	lastStatus,
	createdAt,
	deliveredAt,
	rev,
	url,
}: stored.DeliveryRow): string {
	// A revision is the millisecond of its change, or a little later when changes came faster.
	const took = deliveredAt === null ? "" : `, ${((deliveredAt - rev) / 1000).toFixed(1)} s after the change`;
	const tries = `${attempts} ${attempts === 1 ? "try" : "tries"}${lastStatus === null ? "" : `, last ${lastStatus}`}`;
	return `${timeOf(createdAt)}  ${id}  ${type}  ${state} (${tries}${took})  ${url}`;
}

const timeOf = (ms: number): string => new Date(ms).toISOString();
const by = () => byOperator(Date.now());

async function endpointOf(db: Db, id: string): Promise<stored.EndpointRow> {
	const endpoint = /^[1-9][0-9]{0,9}$/.test(id) ? await stored.readEndpoint(db, Number(id)) : undefined;
	return endpoint ?? fail(`There is no endpoint ${id}; npm run webhooks -- list shows them.`);
}

async function deliveryOf(db: Db, id: string): Promise<stored.DeliveryRow> {
	return (await stored.readDelivery(db, id)) ?? fail(`There is no delivery ${id}; npm run webhooks -- log shows them.`);
}

function fail(message: string): never {
	console.error(message);
	process.exit(2);
}

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		events: { type: "string", default: "" },
		remote: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});
const [name = "", argument = "", ...more] = positionals;
const command = COMMANDS[name];
if (values.help || name === "") console.log(HELP);
else if (!command || more.length > 0 || (argument === "" && !WITHOUT_ARGUMENT.includes(name))) fail(HELP);
else await run(command);
