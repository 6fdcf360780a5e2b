import { beforeEach, expect, test } from "vitest";
import { deliverBatch, isSignedWith, listen, publishArticle, quiet, withQueueKept } from "../support/webhooks.ts";
import { website } from "../support/website.ts";

beforeEach(quiet);

test("a published article reaches the website as one signed POST", async () => {
	const site = website();
	const { id: endpoint, secret } = await listen(site.url);
	const id = await publishArticle("輪椅舞蹈班");
	const { env } = withQueueKept();
	expect(await deliverBatch(env, [{ type: "content.changed" }])).toEqual({ acked: ["m0"], again: [] });

	const [request, ...others] = await site.received(1);
	expect(others).toEqual([]);
	if (!request) throw new Error("nothing came");
	expect(await isSignedWith(secret, request)).toBe(true);
	console.log(request, endpoint, id);
});
