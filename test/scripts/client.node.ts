/** The typed client against a real server, where it waits for a revision. What it reads of the API is in test/flows/content.node.ts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, createClient } from "../../client/index.js";
import { type Answer, type Received, startReceiver } from "../support/receiver.ts";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
before(async () => {
	receiver = await startReceiver();
});
after(() => receiver.close());

const TAGS = JSON.stringify({ data: [] });
const LATE: Answer = { status: 503, headers: { "Retry-After": "1" } };

async function clientAt(name: string, answers: Answer[]) {
	await fetch(`${receiver.origin}/_answers/${name}`, { method: "PUT", body: JSON.stringify(answers) });
	const asked = async (): Promise<Received[]> => (await fetch(`${receiver.origin}/_received/${name}`)).json();
	return {
		client: createClient({ baseUrl: `${receiver.origin}/${name}`, init: { headers: { "X-Site": "a" } } }),
		asked,
	};
}

test("names the revision and asks again while it is not reached", async () => {
	const { client, asked } = await clientAt("late", [LATE, { body: TAGS }]);
	const askedAt = Date.now();
	assert.deepEqual(await client.tags({ minRev: 1_772_674_200_031 }), { data: [] });
	const headers = (await asked()).map((one) => [one.headers["x-min-rev"], one.headers["x-site"]]);
	assert.deepEqual(headers, Array(2).fill(["1772674200031", "a"]));
	assert.ok(Date.now() - askedAt >= 1_000);
});

test("without a revision it asks once, and a refusal is never asked again", async () => {
	const plain = await clientAt("plain", [LATE]);
	await assert.rejects(plain.client.tags(), (error) => error instanceof ApiError && error.status === 503);
	assert.deepEqual(
		(await plain.asked()).map((one) => one.headers["x-min-rev"]),
		[undefined],
	);
	const refused = await clientAt("refused", [{ status: 400 }]);
	await assert.rejects(
		refused.client.tags({ minRev: 1 }),
		(error) => error instanceof ApiError && error.status === 400,
	);
	assert.equal((await refused.asked()).length, 1);
});
