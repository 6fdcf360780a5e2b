/**
 * `npm run client:build`: writes client/src/types.ts from the API's own schemas, what each address takes and gives
 * among them, then client/index.js and its types.
 * `--check` fails when the committed files differ from what would be built. Safe to repeat.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import { ADDRESSES } from "#app.ts"; // declares every schema
import { MIN_REV } from "#http/min-rev.ts";
import { openapiDocument } from "#routes/openapi.ts";

type Schema = {
	$ref?: string;
	type?: string | string[];
	pattern?: string;
	enum?: string[];
	const?: string;
	anyOf?: Schema[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: Schema | boolean;
	description?: string;
};

const HEADER = "// Made by `npm run client:build` from the API's schemas. Do not edit.\n";
async function build(): Promise<Record<string, string>> {
	const { components, paths } = apiDocument();
	const named = Object.entries(components.schemas)
		.map(([name, schema]) => `\n${comment(schema)}export type ${name} = ${write(schema, 0)};\n`)
		.join("");
	const types = HEADER + named + addresses(paths);
	const sources = { ...sourcesOf("client/src"), "types.ts": types };
	const { outputFiles } = await bundle({
		entryPoints: ["client/src/index.ts"],
		bundle: true,
		write: false,
		format: "esm",
		target: "es2022",
	});
	return {
		"client/src/types.ts": types,
		"client/index.js": HEADER + (outputFiles[0]?.text ?? ""),
		...declarations(sources),
	};
}

const sourcesOf = (folder: string): Record<string, string> =>
	Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]));

type Operation = {
	parameters: { name: string; in: string; required: boolean; description: string; schema: Schema }[];
	responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type ApiDocument = { components: { schemas: Record<string, Schema> }; paths: Record<string, { get: Operation }> };

/** Returns the OpenAPI document, as the Worker itself would answer it. */
function apiDocument(): ApiDocument {
	return JSON.parse(JSON.stringify(openapiDocument(ADDRESSES, "https://api.example.org")));
}

/** Returns the types of what each address that answers JSON takes and gives. */
function addresses(paths: ApiDocument["paths"]): string {
	const known = Object.entries(paths).flatMap(([path, { get }]) => {
		const schema = get.responses["200"]?.content?.["application/json"]?.schema;
		return schema ? [{ path: JSON.stringify(path), reply: write(schema, 1), query: writeQuery(get) }] : [];
	});
	const table = (lines: string[]) => `{\n${lines.map((line) => `\t${line};\n`).join("")}}`;
	return [
		`\n/** What each address answers. */\nexport type Replies = ${table(known.map((one) => `${one.path}: ${one.reply}`))};\n`,
		`\n/** What each address takes in its query. */\nexport type Queries = ${table(known.map((one) => `${one.path}: ${one.query}`))};\n`,
	].join("");
}

/** The revision is an option of each request (`minRev`), not a part of the query. */
function writeQuery({ parameters }: Operation): string {
	const fields = parameters
		.filter((one) => one.in === "query" && one.name !== MIN_REV)
		.map(({ name, required, description, schema }) => {
			const type = required ? asked(schema) : `${asked(schema)} | undefined`;
			return `${comment({ description }, "\t\t")}\t\t${name}${required ? "" : "?"}: ${type};\n`;
		});
	return fields.length === 0 ? "Record<never, never>" : `{\n${fields.join("")}\t}`;
}

/** Returns the type of a parameter as a caller writes it: several may be given as a list, yes and no as a boolean. */
function asked(schema: Schema): string {
	if (schema.type === "array") {
		const item = asked(schema.items ?? {});
		return `${item} | readonly ${wrap(item)}[]`;
	}
	if (schema.enum?.toSorted().join() === "false,true") return "boolean";
	if (schema.type === "string" && schema.pattern?.startsWith("^[0-9]")) return "number | string";
	return write(schema, 2);
}

function write(schema: Schema, depth: number): string {
	if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
	if (schema.anyOf) return schema.anyOf.map((one) => write(one, depth)).join(" | ");
	if (Array.isArray(schema.type)) return schema.type.map((type) => write({ ...schema, type }, depth)).join(" | ");
	if (schema.type === "array") return `${wrap(write(schema.items ?? {}, depth))}[]`;
	if (schema.type === "object") return writeObject(schema, depth);
	if (schema.type === "integer" || schema.type === "number") return "number";
	return schema.type ?? "unknown";
}

const wrap = (type: string): string => (type.includes(" | ") ? `(${type})` : type);

function writeObject(schema: Schema, depth: number): string {
	if (!schema.properties && typeof schema.additionalProperties === "object") {
		return `Record<string, ${write(schema.additionalProperties, depth)}>`;
	}
	const pad = "\t".repeat(depth + 1);
	const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
		const optional = schema.required?.includes(name) ? "" : "?";
		return `${comment(field, pad)}${pad}${name}${optional}: ${write(field, depth + 1)};\n`;
	});
	return `{\n${fields.join("")}${"\t".repeat(depth)}}`;
}

const comment = (schema: Schema, pad = ""): string =>
	schema.description ? `${pad}/** ${schema.description} */\n` : "";

/** Returns the declaration files that TypeScript makes of the client. */
function declarations(sources: Record<string, string>): Record<string, string> {
	const folder = mkdtempSync(join(tmpdir(), "client-"));
	for (const [file, text] of Object.entries(sources)) writeFileSync(join(folder, file), text);
	const options = [
		"--ignoreConfig",
		"--declaration",
		"--emitDeclarationOnly",
		"--allowImportingTsExtensions",
		"--module",
		"esnext",
		"--moduleResolution",
		"bundler",
		"--target",
		"es2022",
		"--lib",
		"es2022,dom",
		"--types",
		"",
		"--outDir",
		join(folder, "out"),
	];
	const { status, stdout } = spawnSync(
		process.execPath,
		["node_modules/typescript/bin/tsc", ...options, join(folder, "index.ts")],
		{ encoding: "utf8" },
	);
	if (status !== 0) throw new Error(stdout);
	const out = Object.fromEntries(
		readdirSync(join(folder, "out")).map((file) => {
			const text = readFileSync(join(folder, "out", file), "utf8").replace(/(["'])(\.\/[\w-]+)\.ts\1/g, "$1$2.js$1");
			return [`client/${file}`, HEADER + text];
		}),
	);
	rmSync(folder, { recursive: true });
	return out;
}

function readOr(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}

const check = process.argv.includes("--check");
const built = await build();
const stale = Object.entries(built).filter(([file, text]) => readOr(file) !== text);
if (check && stale.length > 0) {
	console.error(`${stale.map(([file]) => file).join(", ")}: not what the schemas say. Run npm run client:build.`);
	process.exit(1);
}
if (!check) for (const [file, text] of stale) writeFileSync(file, text);
console.log(check ? "The client matches the API." : `Client built (${stale.length} files changed).`);
