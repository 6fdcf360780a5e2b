/** The names that nouns declare, which src/refusals.ts and src/permissions.ts add here: the kernel imports no noun. */
export interface Registered {
	/** Where neither is part of the program, as in the browser's, a name is any text. */
	any: string;
}
type Named<Kind extends string> = Registered extends { readonly [K in Kind]: infer Name extends string }
	? Name
	: Registered["any"];

/** Every rule that can say no, by name. */
export type RefusalCode = Named<"refusal">;
type Permission = Named<"permission">;

/**
 * A rule said no: expected, shown to the person, never logged as a crash. `step` is what the refused step takes, any one of
 * these permissions, where that is another than the address asks for.
 */
export class Refusal extends Error {
	readonly code: RefusalCode;
	readonly step: readonly Permission[] | undefined;

	constructor(code: RefusalCode, message: string = code, step?: readonly Permission[]) {
		super(message);
		this.name = "Refusal";
		this.code = code;
		this.step = step;
	}
}

/** Refused for now: `until` (UTC milliseconds) is when to try again. */
export class Wait extends Refusal {
	readonly until: number;

	constructor(code: RefusalCode, until: number) {
		super(code);
		this.name = "Wait";
		this.until = until;
	}
}
