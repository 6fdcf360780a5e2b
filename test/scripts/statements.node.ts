/** SQL is cut into statements where SQLite ends them, whatever the pieces in which it comes. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { statementsOf, textOf } from "../../scripts/backup/statements.ts";

const folder = mkdtempSync(join(tmpdir(), "statements-"));
after(() => rmSync(folder, { recursive: true }));

const TEXT = `-- one; two
CREATE TABLE a (b TEXT DEFAULT ';'); INSERT INTO a VALUES ('x'';\nCREATE TRIGGER');
CREATE TRIGGER t AFTER INSERT ON a WHEN NEW.b IS NOT CASE WHEN 1 THEN ';' END
BEGIN
	UPDATE a SET b = CASE b WHEN 'x' THEN 'END' ELSE "b" END; -- END;
	SELECT 1;
END;
SELECT 2;
-- the end`;

test("statements are cut where SQLite ends them", () => {
	const statements = [...statementsOf([TEXT])];
	assert.deepEqual(
		statements.map((one) => one.slice(-3)),
		[";')", "R')", "END", "T 2"],
	);
	for (const torn of ["SELECT 1; SELECT 'x", "SELECT 1; SELECT 2", "SELECT 1; -", "CREATE TRIGGER t BEGIN SELECT 1;"])
		assert.throws(() => [...statementsOf([torn])], /cut off/, torn);
});

/** Whatever may stand in a statement and is taken for its end, or for the end of what is around it, by a careless reader. */
const quotedWith = (quote: string) =>
	fc
		.array(fc.constantFrom(";", "END", "--", "/*", "*/", "\n", "'", '"', "`", "臺灣", "🎗️", "-", "/", " ", "x"), {
			maxLength: 8,
		})
		.map((signs) => `${quote}${signs.join("").replaceAll(quote, quote + quote)}${quote}`);
const inComment = fc
	.array(fc.constantFrom(";", "END", "--", "/", "*", "'", '"', "[", "註解", " ", "\n"), { maxLength: 8 })
	.map((signs) => `/*${signs.join("").replaceAll("*/", "* /")} */`);
const lineComment = fc.constantFrom("-- ; END\n", "--'\n", "--\n", "-- 臺 /* \n");
const part = fc.oneof(
	quotedWith("'"),
	quotedWith('"'),
	quotedWith("`"),
	fc.constantFrom("[a;b]", "[']"),
	inComment,
	lineComment,
	fc.constantFrom(" ", "1", "-", " / ", "CASE x WHEN 1 THEN 2 END", "end", "*"),
);
const body = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(" "));
const statement = fc.oneof(
	body.map((text) => `SELECT ${text}`),
	fc
		.tuple(
			fc.constantFrom("CREATE TRIGGER", "create  temp trigger", "CREATE\nTEMPORARY TRIGGER"),
			fc.array(body, { minLength: 1, maxLength: 4 }),
		)
		.map(([head, bodies]) => `${head} t BEGIN ${bodies.map((text) => `SELECT ${text};`).join(" ")} /* ; */ End`),
);

test("any text gives the same statements, wherever it is cut", () => {
	const cases = fc.tuple(fc.array(statement, { minLength: 1, maxLength: 5 }), fc.array(fc.nat(40), { maxLength: 60 }));
	fc.assert(
		fc.property(cases, ([statements, lengths]) => {
			const text = statements.map((one) => `${one};`).join("\n");
			const pieces: string[] = [];
			let at = 0;
			for (const length of lengths) {
				pieces.push(text.slice(at, at + length));
				at += length;
			}
			const expected = statements.map((one) => one.trim());
			assert.deepEqual([...statementsOf([text])], expected);
			assert.deepEqual([...statementsOf([...pieces, text.slice(at)])], expected);
			assert.deepEqual([...statementsOf(text)], expected);
		}),
		{ numRuns: 500, seed: 20261123 },
	);
});

test("a file is read in pieces that cut no sign of it; what is no text is refused", () => {
	const [file, broken] = [join(folder, "text.sql"), join(folder, "broken.sql")];
	const text = `${TEXT}\nSELECT '臺灣🎗️é'; SELECT "𠮷";`;
	writeFileSync(file, text);
	for (const bytes of [1, 2, 3, 5, 8, 1_000]) {
		assert.equal([...textOf(file, bytes)].join(""), text);
		assert.deepEqual([...statementsOf(textOf(file, bytes))], [...statementsOf([text])]);
	}
	writeFileSync(broken, Buffer.from("臺灣").subarray(0, 5));
	assert.throws(() => [...textOf(broken)], TypeError);
});
