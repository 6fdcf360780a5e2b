import { expect, test } from "vitest";
import { EndpointInput, EVENT_FILTERS } from "#domain/content/webhooks/schema.ts";

test("every event that can be asked for", () => {
	expect(EVENT_FILTERS).toEqual([
		...["article.*", "article.published", "article.updated", "article.unpublished", "article.archived"],
		...["article.deleted", "page.*", "page.published", "page.updated", "page.unpublished", "page.archived"],
		...["page.deleted", "category.*", "category.created", "category.updated", "category.deleted", "tag.*"],
		...["tag.created", "tag.updated", "tag.deleted", "document.*", "document.published", "document.updated"],
		...["document.unpublished", "document.archived", "document.deleted", "announcement.*"],
		...["announcement.published", "announcement.updated", "announcement.unpublished", "announcement.deleted"],
		...["redirect.*", "redirect.created", "redirect.updated", "redirect.deleted", "site.*"],
		...["site.updated"],
	]);
});

test("an endpoint is an address and the events it wants", () => {
	expect(EndpointInput.parse({ url: "HTTPS://www.Example.org", events: ["page.*", "article.*", "page.*"] })).toEqual({
		url: "https://www.example.org/",
		events: ["article.*", "page.*"],
	});
	expect(EndpointInput.parse({ url: "http://localhost:3000/hook" })).toEqual({
		url: "http://localhost:3000/hook",
		events: [],
	});
});

test.each([
	[{ url: "www.example.org" }],
	[{ url: "ftp://www.example.org" }],
	[{ url: `https://www.example.org/${"x".repeat(500)}` }],
	[{ url: "https://www.example.org", events: ["article.created"] }],
	[{ url: "https://www.example.org", events: ["*"] }],
	[{ url: "https://www.example.org", secret: "mine" }],
	[{ events: [] }],
])("%j is refused", (input) => expect(EndpointInput.safeParse(input).success).toBe(false));
