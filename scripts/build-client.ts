/**
 * `npm run client:build`: writes client/src/types.ts from the API's own schemas, then client/index.js and its types.
 * `--check` fails when the committed files differ from what would be built. Safe to repeat.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transform } from "esbuild";
import "#app.ts"; // declares every schema
import { openapiDocument } from "#routes/openapi.ts";

type Schema = {
	$ref?: string;
	type?: string | string[];
	enum?: string[];
	anyOf?: Schema[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: Schema | boolean;
	description?: string;
};

const HEADER = "// Made by `npm run client:build` from the API's schemas. Do not edit.\n";
async function build(): Promise<Record<string, string>> {
	const types = `${HEADER}${Object.entries(schemas())
		.map(([name, schema]) => `\n${comment(schema)}export type ${name} = ${write(schema, 0)};\n`)
		.join("")}`;
	const source = readFileSync("client/src/index.ts", "utf8");
	const { code } = await transform(source, { loader: "ts", format: "esm", target: "es2022" });
	return {
		"client/src/types.ts": types,
		"client/index.js": HEADER + code,
		...declarations(types, source),
	};
}

/** Returns the named schemas of the OpenAPI document, as the Worker itself would answer them. */
function schemas(): Record<string, Schema> {
	const document = openapiDocument([], "https://api.example.org");
	return JSON.parse(JSON.stringify(document)).components.schemas;
}

function write(schema: Schema, depth: number): string {
	if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
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
function declarations(types: string, source: string): Record<string, string> {
	const folder = mkdtempSync(join(tmpdir(), "client-"));
	writeFileSync(join(folder, "types.ts"), types);
	writeFileSync(join(folder, "index.ts"), source);
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
			const text = readFileSync(join(folder, "out", file), "utf8").replaceAll("./types.ts", "./types.js");
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
