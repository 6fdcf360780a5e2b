import type { Problem } from "./types.ts";

/**
 * The error for an answer whose status is not 2xx and not told otherwise. `problem` is the problem of RFC 9457;
 * undefined when the answer has none.
 */
export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly status: number;
	readonly problem: Problem | undefined;

	constructor(status: number, problem: Problem | undefined, path = "") {
		const said = problem ? `${status} ${problem.title}: ${problem.detail}` : `The API answered ${status}`;
		const errors = problem?.errors?.map(({ pointer, detail }) => ` ${pointer} ${detail}.`).join("") ?? "";
		super(path === "" ? said : `${path}: ${said}${errors}`);
		this.status = status;
		this.problem = problem;
	}
}

/** The error for an answer that did not come whole within `timeoutMs` of one try. */
export class ApiTimeout extends Error {
	override readonly name = "ApiTimeout";
	readonly timeoutMs: number;

	constructor(path: string, timeoutMs: number) {
		super(`${path}: no whole answer within ${timeoutMs} ms`);
		this.timeoutMs = timeoutMs;
	}
}
