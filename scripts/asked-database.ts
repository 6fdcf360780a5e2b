/** What the program knows as a D1 binding, over somebody who runs its statements: another process, or SQLite in this one. */

/**
 * Statements to be run as one batch. With `raw` it is a single one, whose answer is the names of its columns and then its
 * rows as arrays.
 */
export type Asked = { binding: string; statements: { sql: string; params: unknown[] }[]; raw: boolean };
export type Ask = (asked: Asked) => Promise<unknown[]>;

/** A database whose statements are kept in this process until they are run; `ask` runs them. */
export class Database implements D1Database {
	readonly #binding: string;
	readonly #ask: Ask;
	constructor(binding: string, ask: Ask) {
		this.#binding = binding;
		this.#ask = ask;
	}
	prepare(sql: string): D1PreparedStatement {
		return new Statement({ sql, params: [] }, (statement, raw) =>
			this.#ask({ binding: this.#binding, statements: [statement], raw }),
		);
	}
	async batch<T = unknown>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
		const told = statements.map((one) => {
			if (one instanceof Statement) return one.told;
			throw new TypeError("a batch takes statements of its own database");
		});
		return (await this.#ask({ binding: this.#binding, statements: told, raw: false })) as D1Result<T>[];
	}
	/** Returns a session over this database itself: a local database has no replicas. */
	withSession(): D1DatabaseSession {
		return {
			prepare: (sql) => this.prepare(sql),
			batch: (statements) => this.batch(statements),
			getBookmark: () => null,
		};
	}
	exec(): Promise<D1ExecResult> {
		return Promise.reject(new Error("a script prepares its statements"));
	}
	dump(): Promise<ArrayBuffer> {
		return Promise.reject(new Error("a script takes a backup"));
	}
}

type Told = Asked["statements"][number];

class Statement implements D1PreparedStatement {
	readonly told: Told;
	readonly #ask: (told: Told, raw: boolean) => Promise<unknown[]>;
	constructor(told: Told, ask: (told: Told, raw: boolean) => Promise<unknown[]>) {
		this.told = told;
		this.#ask = ask;
	}
	bind(...params: unknown[]): D1PreparedStatement {
		if (params.includes(undefined)) throw new TypeError("undefined is nothing that a statement can be given");
		return new Statement({ ...this.told, params }, this.#ask);
	}
	async all<T = Record<string, unknown>>(): Promise<D1Result<T>> {
		const [answer] = (await this.#ask(this.told, false)) as [D1Result<T>];
		return answer;
	}
	run<T = Record<string, unknown>>(): Promise<D1Result<T>> {
		return this.all<T>();
	}
	async first<T = Record<string, unknown>>(column?: string): Promise<T | null> {
		const [row] = (await this.all()).results;
		if (row === undefined) return null;
		if (column !== undefined && !(column in row)) throw new Error(`no column ${column}`);
		return (column === undefined ? row : row[column]) as T;
	}
	raw<T = unknown[]>(options: { columnNames: true }): Promise<[string[], ...T[]]>;
	raw<T = unknown[]>(options?: { columnNames?: false }): Promise<T[]>;
	async raw<T>(options?: { columnNames?: boolean }): Promise<T[] | [string[], ...T[]]> {
		const all = (await this.#ask(this.told, true)) as [string[], ...T[]];
		return options?.columnNames ? all : (all.slice(1) as T[]);
	}
}
