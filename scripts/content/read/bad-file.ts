/** The error for a file that cannot be imported. `line` counts from 1; the message says what to change. */
export class BadFile extends Error {
	readonly line: number | null;

	constructor(message: string, line: number | null = null) {
		super(message);
		this.name = "BadFile";
		this.line = line;
	}
}
