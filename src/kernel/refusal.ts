/**
 * The names of permissions and refusals. src/refusals.ts and src/permissions.ts add them here by declaration merging,
 * because the kernel does not import nouns.
 */
export interface Registered {
	/** The type of names in a program that includes neither of the two files, such as the browser's: any text. */
	any: string;
}
type Named<Kind extends string> = Registered extends { readonly [K in Kind]: infer Name extends string }
	? Name
	: Registered["any"];

/** The codes of all refusals. */
export type RefusalCode = Named<"refusal">;
type Permission = Named<"permission">;

/**
 * An error thrown when a rule forbids an action: it is expected, shown to the user, and never logged as a crash. `step`
 * lists permissions of which the user needs any one for the refused step; undefined when they are those of the address.
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

/** A refusal whose sentence belongs beside another field than the one that its code is declared with. */
export class RefusalAt extends Refusal {
	readonly field: string;

	constructor(code: RefusalCode, field: string) {
		super(code);
		this.name = "RefusalAt";
		this.field = field;
	}
}

/** A refusal because of some things, such as pictures: `names` are what they are called. */
export class NamingRefusal extends Refusal {
	readonly names: readonly string[];

	constructor(code: RefusalCode, names: readonly string[]) {
		super(code);
		this.name = "NamingRefusal";
		this.names = names;
	}
}

/** A refusal of what was typed into fields: `errors` are sentences by the names of the fields. */
export class FieldRefusal extends Refusal {
	readonly errors: Readonly<Record<string, string[]>>;

	constructor(code: RefusalCode, errors: Readonly<Record<string, string[]>>) {
		super(code);
		this.name = "FieldRefusal";
		this.errors = errors;
	}
}

/** A refusal for now: `until` (UTC milliseconds) is when to try again. */
export class Wait extends Refusal {
	readonly until: number;

	constructor(code: RefusalCode, until: number) {
		super(code);
		this.name = "Wait";
		this.until = until;
	}
}
