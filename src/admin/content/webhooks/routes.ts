import * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { selectRemains } from "#db/content/webhook-list.ts";
import {
	type EndpointRef,
	readDelivery,
	readDeliveryLog,
	readEndpoint,
	readEndpointLog,
} from "#db/content/webhooks.ts";
import { readRows } from "#db/read.ts";
import {
	createEndpoint,
	pingEndpoint,
	redeliver,
	removeEndpoint,
	rotateSecret,
	setEnabled,
	updateEndpoint,
} from "#domain/content/webhooks/actions.ts";
import { EndpointInput } from "#domain/content/webhooks/schema.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { Refusal } from "#kernel/refusal.ts";
import { formPage, pageWithForms } from "#kits/form/form.ts";
import { partOf } from "#kits/list/log.ts";
import { relay } from "#platform/queue.ts";
import { freshForm } from "#ui/form-state.ts";
import { deliveryPage } from "./delivery-page.ts";
import { newEndpointPage } from "./form-page.ts";
import { endpointList } from "./list.ts";
import { removalPage } from "./removal-page.ts";
import { rotationPage, secretPage } from "./secret-page.ts";
import { endpointPage, type Sent } from "./show-page.ts";

const { webhooks } = paths.admin;
const ROWS_PER_PAGE = 20;
const DAY_MS = 86_400_000;

type OnEndpoint = Ask<{ id: number }>;
const version = z.coerce.number().int().positive();
const Versioned = z.strictObject({ version });
const Nothing = z.strictObject({});
const DeliveryParams = z.strictObject({ id: z.string().max(80) });

const LogQuery = z.strictObject({
	state: asked(z.enum(["waiting", "sending", "delivered", "failed"])),
	before: asked(z.string().max(80)),
	after: asked(z.string().max(80)),
});

const EndpointChange = EndpointInput.extend({ version });

/**
 * Returns the page of a webhook endpoint with one page of its log, read in one round trip; "missing" without the
 * endpoint.
 */
async function showPage({ db, params, at, query }: Ask<{ id: number }, z.infer<typeof LogQuery>>, sent: Sent) {
	const { state, before, after: newerThan } = query;
	const after = before ? undefined : newerThan;
	const found = await readEndpointLog(db, params.id, { state, before, after, limit: ROWS_PER_PAGE + 1 });
	if (!found) return "missing" as const;
	const log = partOf(found.deliveries, { before, after }, ROWS_PER_PAGE);
	return endpointPage({ endpoint: found.endpoint, ...log, state, at }, sent);
}

/**
 * Returns the endpoint that an action changes: its id, its URL, and the version that the user saw. Refuses with
 * `webhook.stale` when the endpoint was removed.
 */
async function seenEndpoint({ db, params }: OnEndpoint, seen: number): Promise<EndpointRef> {
	const endpoint = await readEndpoint(db, params.id);
	if (!endpoint) throw new Refusal("webhook.stale");
	return { id: endpoint.id, url: endpoint.url, version: seen };
}

const creation = pageWithForms({
	path: webhooks.create(),
	gate: "webhooks",
	page: async (_, { sent }) => newEndpointPage(sent ?? freshForm({ events: [] })),
});

const storeEndpoint = creation.form("sent", {
	path: webhooks.list(),
	form: EndpointInput,
	many: ["events"],
	run: async ({ env, db, by }, { input }) => {
		const { id, secret } = await createEndpoint(db, env, { ...by, ...input });
		return secretPage({ id, url: input.url }, { secret });
	},
});

const endpoint = pageWithForms({
	path: webhooks.show(":id"),
	gate: "webhooks",
	params: IdParams,
	query: LogQuery,
	page: showPage,
});

const changeEndpoint = endpoint.form("edited", {
	form: EndpointChange,
	many: ["events"],
	run: async (ask, { input }) => {
		const ref = await seenEndpoint(ask, input.version);
		const { url, events } = input;
		await updateEndpoint(ask.db, ask.env, { ...ask.by, endpoint: ref, url, events });
		return { to: webhooks.show(ref.id), flash: "已儲存網址與事件。" };
	},
});

const rotation = formPage({
	path: webhooks.secret(":id"),
	gate: "webhooks",
	params: IdParams,
	fresh: true,
	form: Versioned,
	about: async ({ db, params }) => (await readEndpoint(db, params.id)) ?? "missing",
	page: (endpoint, state, { at }) => rotationPage(endpoint, state, at),
	run: async (ask, { input }) => {
		const endpoint = await seenEndpoint(ask, input.version);
		const secret = await rotateSecret(ask.db, ask.env, { ...ask.by, endpoint });
		return secretPage(endpoint, { secret, oldUntil: ask.at + DAY_MS });
	},
});

const ping = endpoint.form("acted", {
	path: webhooks.ping(":id"),
	form: Nothing,
	run: async (ask) => {
		const { id, url } = await seenEndpoint(ask, 1);
		await pingEndpoint(ask.db, { id, url }, ask.by);
		ask.c.executionCtx.waitUntil(relay(ask.env, "outbox.waiting"));
		return { to: webhooks.show(id), flash: "已送出測試；幾秒後重新整理，結果會在通知紀錄的第一筆。", tone: "info" };
	},
});

const switching = (path: string, enabled: boolean) =>
	endpoint.form("acted", {
		path,
		form: Versioned,
		run: async (ask, { input }) => {
			const ref = await seenEndpoint(ask, input.version);
			await setEnabled(ask.db, ref, { ...ask.by, enabled });
			return { to: webhooks.show(ref.id), flash: enabled ? "已啟用。" : "已停用，官網不再收到通知。" };
		},
	});

const removal = formPage({
	path: webhooks.removal(":id"),
	gate: "webhooks",
	params: IdParams,
	fresh: true,
	form: Versioned,
	about: async ({ env, params }) => (await readRows(env.DB, selectRemains(params.id)))[0][0] ?? "missing",
	page: removalPage,
	run: async (ask, { input }) => {
		const endpoint = await seenEndpoint(ask, input.version);
		await removeEndpoint(ask.db, endpoint, ask.by);
		return { to: webhooks.list(), flash: `已刪除，不再通知 ${new URL(endpoint.url).host}。` };
	},
});

const delivery = pageWithForms({
	path: webhooks.delivery(":id"),
	gate: "webhooks",
	params: DeliveryParams,
	page: async ({ db, params, at }, { sent }) => {
		const found = await readDeliveryLog(db, params.id);
		return found ? deliveryPage(found, { at, ...(sent ? { state: sent } : {}) }) : "missing";
	},
});

const redeliverNow = delivery.form("sent", {
	path: webhooks.redelivery(":id"),
	form: Nothing,
	run: async ({ c, env, db, params, by }) => {
		const row = await readDelivery(db, params.id);
		if (!row) return "missing";
		await redeliver(db, row, by);
		c.executionCtx.waitUntil(relay(env, "outbox.waiting"));
		return { to: webhooks.delivery(row.id), flash: "已排入重新送出；幾秒後重新整理可看到結果。", tone: "info" };
	},
});

/** The routes of webhooks. Fixed addresses come first, because ":id" would match them too. */
export const WEBHOOK_ROUTES: readonly Route[] = [
	...endpointList.routes,
	storeEndpoint,
	creation.show,
	delivery.show,
	redeliverNow,
	endpoint.show,
	changeEndpoint,
	...rotation,
	ping,
	switching(webhooks.enabling(":id"), true),
	switching(webhooks.disabling(":id"), false),
	...removal,
];
