import { paths } from "#http/paths.ts";

export type FieldError = { pointer: string; detail: string };
export type Problem = { status: number; detail: string; errors?: FieldError[]; headers?: Record<string, string> };

/** The detail of a 400 whose errors name the parameters. */
export const CORRECT = "Correct the parameters listed in errors.";

/** Thrown by a fill whose query turns out to be one that cannot be answered: 400 with these errors. */
export class BadQuery extends Error {
	readonly errors: FieldError[];
	constructor(errors: FieldError[]) {
		super(CORRECT);
		this.errors = errors;
	}
}

/** The kind of problem (RFC 9457) for each HTTP status: its name in the API's documentation and its title. */
export const KINDS: Record<number, { name: string; title: string }> = {
	400: { name: "invalid-parameters", title: "A parameter is not valid" },
	403: { name: "forbidden", title: "Not allowed" },
	404: { name: "not-found", title: "There is nothing here" },
	405: { name: "method-not-allowed", title: "This address takes other methods" },
	406: { name: "not-acceptable", title: "Not available in the form you accept" },
	410: { name: "archived", title: "This was archived" },
	416: { name: "range-not-satisfiable", title: "The range lies outside the file" },
	429: { name: "too-many-requests", title: "Too many requests" },
	500: { name: "internal-error", title: "Something went wrong here" },
	503: { name: "unavailable", title: "Temporarily unavailable" },
};

/**
 * Writes the body of an application/problem+json answer (RFC 9457). `base` is the API's own address, `instance` the
 * requested path.
 */
export function problemBody(problem: Problem, base: string, instance: string): string {
	const kind = KINDS[problem.status] ?? { name: "error", title: "Error" };
	return JSON.stringify({
		type: `${base}${paths.api.docs()}#problem-${kind.name}`,
		title: kind.title,
		status: problem.status,
		detail: problem.detail,
		instance,
		...(problem.errors ? { errors: problem.errors } : {}),
	});
}

export const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** Makes the response of a problem, which no cache may store. */
export function problemResponse(problem: Problem, where: { base: string; instance: string }): Response {
	return new Response(problemBody(problem, where.base, where.instance), {
		status: problem.status,
		headers: {
			"Content-Type": PROBLEM_TYPE,
			"Cache-Control": "no-store",
			"X-Content-Type-Options": "nosniff",
			...problem.headers,
		},
	});
}
