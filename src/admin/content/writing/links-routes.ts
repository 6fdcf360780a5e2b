import * as z from "zod";
import { type Route, view } from "#auth/route.ts";
import { LINK_KINDS, type LinkableRow, linkable } from "#db/content/content-links.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { queryParts } from "#kernel/tokens.ts";

const MOST = 10;
const LinksQuery = z.strictObject({ q: z.string().max(200).default(""), kind: z.enum(LINK_KINDS).optional() });

const PLACES: Record<LinkableRow["kind"], string> = { article: "/articles/", page: "/", document: "/documents/" };
/**
 * Returns the address of a text for a Markdown link: Chinese stays readable, and characters that would end the link
 * early are escaped.
 */
const address = ({ kind, place }: LinkableRow): string =>
	PLACES[kind] + place.replace(/[^\p{L}\p{N}\p{M}/._~-]/gu, (c) => `%${encodedHex(c)}`);
const encodedHex = (character: string): string =>
	[...new TextEncoder().encode(character)].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("%");

/**
 * Returns as JSON the texts that a link or a related article can lead to, found by words of the title; without words,
 * the latest texts.
 */
const links = view({
	path: paths.admin.writing.links(),
	gate: "writing",
	query: LinksQuery,
	show: async ({ env, query: { q, kind } }) => {
		const words = queryParts(q).flatMap((part) => part.split(" "));
		// Punctuation alone cannot tell titles apart.
		if (words.length === 0 && q.trim() !== "") return { data: { data: [] } };
		const [rows] = await readRows(env.DB, linkable(words, kind, MOST));
		const data = rows.map((row) => ({ kind: row.kind, title: row.title, address: address(row), state: row.state }));
		return { data: { data } };
	},
});

export const LINK_ROUTES: readonly Route[] = [links];
