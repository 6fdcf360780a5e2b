import type { Context } from "hono";
import { allows, type Gate } from "#auth/permissions.ts";
import { type Surroundings, type Visitor, visit } from "#auth/visitor.ts";
import type { App } from "#http/context.ts";
import { paths } from "#http/paths.ts";
import { type By, byUser, byVisitor } from "#kernel/by.ts";
import { needsSecondFactor } from "#permissions.ts";
import { log } from "#platform/log.ts";

/** Why a gate stays closed for a user; for all reasons but "forbidden" the posted form is held to be sent again. */
export type Closed = "signed_out" | "not_fresh" | "forbidden" | "second_factor_missing";

export type Admission = {
	who: Visitor | undefined;
	surroundings: Surroundings;
	by: By;
	closed: Closed | undefined;
};

/**
 * Reads the request's user and whether the gate is closed to them: `closed` is the reason, undefined when it opens.
 * When `within` is given, the user must have proved their identity within the last `within` milliseconds. `list` is the
 * address of the list that is opened, whose kept views are read, too.
 */
export async function admit(
	c: Context<App>,
	{ gate, within, at, list }: { gate: Gate; within: number | undefined; at: number; list?: string | undefined },
): Promise<Admission> {
	const { who, surroundings } = await visit(c, at, list);
	const ip = c.req.header("CF-Connecting-IP") ?? null;
	const by = who ? byUser(who.userId, ip, at) : byVisitor(ip, at);
	const closed = closedBy(who, { gate, within, at, surroundings });
	if (closed === "forbidden") log("warn", "access.denied", { path: c.req.routePath, user: who?.userId ?? null });
	return { who, surroundings, by, closed };
}

function closedBy(
	who: Visitor | undefined,
	{
		gate,
		within,
		at,
		surroundings,
	}: { gate: Gate; within: number | undefined; at: number; surroundings: Surroundings },
): Closed | undefined {
	if (gate === "anyone") return undefined;
	if (!who) return "signed_out";
	if (!allows(gate, who)) return "forbidden";
	// The account's own pages stay open; otherwise nobody could set up the second factor.
	const mayWait = gate === "signed_in";
	if (surroundings.requiresSecondFactor && !mayWait && !who.hasSecondFactor && needsSecondFactor(who.permissions))
		return "second_factor_missing";
	if (within !== undefined && at - who.authenticatedAt > within) return "not_fresh";
	return undefined;
}

/**
 * Returns the address of the page on which a closed gate can be opened (sign-in, proof of identity, or second factor),
 * to redirect to; undefined for a request other than GET and for "forbidden", which are answered with a page that says
 * why.
 */
export function doorFor(c: Context<App>, closed: Closed): string | undefined {
	if (c.req.method !== "GET") return undefined;
	if (closed === "second_factor_missing") return paths.account.secondFactor();
	const { pathname, search } = new URL(c.req.url);
	if (closed === "signed_out") return paths.login(pathname + search);
	if (closed === "not_fresh") return paths.account.confirm(pathname + search);
	return undefined;
}

/** Returns path and query of the address to go to after sign-in; undefined unless the address is on this site. */
export function nextPath(text: string | undefined): string | undefined {
	if (!text?.startsWith("/") || !URL.canParse(text, HERE)) return undefined;
	const { origin, pathname, search } = new URL(text, HERE);
	// "/.//else.where" has this origin, but its path "//else.where" would be the address of another site.
	return origin === HERE && !pathname.startsWith("//") ? pathname + search : undefined;
}

const HERE = "https://here.invalid";
