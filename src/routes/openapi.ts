import * as z from "zod";
import { MinRev } from "#domain/content/index.ts";
import { type Address, endpoint } from "#http/endpoint.ts";
import { MIN_REV, MIN_REV_HEADER } from "#http/min-rev.ts";
import { paths } from "#http/paths.ts";
import { KINDS } from "#http/problem.ts";

type Json = Record<string, unknown>;
export type Parameter = {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description: string;
	schema: Json;
};

/** Returns an address pattern as OpenAPI writes it, from Hono's `:path{.+}`. */
export const openPath = (pattern: string): string => pattern.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");

const clean = ({ $schema: _, $id: __, id: ___, param: ____, ...schema }: Json): Json => schema;
const property = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

/** Returns the parameters of an address, from the schemas that check them. */
export function parametersOf(of: Address): Parameter[] {
	const fields = (schema: z.ZodType, where: "path" | "query"): Parameter[] => {
		if (!(schema instanceof z.ZodObject)) return [];
		return Object.entries(schema.shape).map(([name, field]) => {
			const { description = "", param, default: _, ...json } = property(field as z.ZodType);
			return {
				name,
				in: where,
				required: where === "path" || !(field as z.ZodType).safeParse(undefined).success,
				description: String(description),
				schema: param === undefined ? clean(json) : Object(param),
			};
		});
	};
	return [...fields(of.params, "path"), ...fields(of.query, "query")];
}

/** Returns the parameter that every cached address takes besides its own: the least revision of the answer. */
const minRev = (where: "query" | "header", name: string): Parameter => {
	const { description = "", ...schema } = property(MinRev);
	return { name, in: where, required: false, description: String(description), schema: clean(schema) };
};
const MIN_REV_PARAMETERS = [minRev("query", MIN_REV), minRev("header", MIN_REV_HEADER)];

const problem = (status: number): Json => ({
	description: KINDS[status]?.title ?? "",
	content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

function operation(of: Address): Json {
	const content =
		typeof of.reply === "string"
			? { [of.reply]: { schema: { type: "string" } } }
			: (reference(of.reply) ?? { "application/octet-stream": { schema: { type: "string", format: "binary" } } });
	const statuses = new Set([400, ...of.also, 406, 429, 503].filter((status) => status !== 301));
	const responses = {
		200: { description: "OK", content },
		...(of.also.includes(301) ? { 301: { description: "Moved: the present address is in Location" } } : {}),
		...Object.fromEntries([...statuses].map((status) => [status, problem(status)])),
	};
	const parameters = [...parametersOf(of), ...("prepare" in of ? MIN_REV_PARAMETERS : [])];
	return { get: { summary: of.summary, description: of.description, parameters, responses } };
}

/** Returns a reference to a named schema; undefined for a schema without a name, whose answer is a file itself. */
function reference(schema: z.ZodType): Json | undefined {
	const id = z.globalRegistry.get(schema)?.id;
	return id === undefined ? undefined : { "application/json": { schema: { $ref: `#/components/schemas/${id}` } } };
}

const PROBLEM: Json = {
	type: "object",
	description: "RFC 9457",
	required: ["type", "title", "status", "detail", "instance"],
	properties: {
		type: { type: "string", format: "uri" },
		title: { type: "string" },
		status: { type: "integer" },
		detail: { type: "string" },
		instance: { type: "string" },
		errors: {
			type: "array",
			items: {
				type: "object",
				required: ["pointer", "detail"],
				properties: { pointer: { type: "string" }, detail: { type: "string" } },
			},
		},
	},
};

/**
 * Returns an OpenAPI 3.1 document of these addresses, made from the schemas that check requests and shape answers.
 * `base` is the address of the API.
 */
export function openapiDocument(endpoints: readonly Address[], base: string): Json {
	const { schemas } = z.toJSONSchema(z.globalRegistry, {
		io: "output",
		unrepresentable: "any",
		uri: (id) => `#/components/schemas/${id}`,
	});
	// By name: the registry has them in the order in which their modules were loaded.
	const ids = Object.keys(schemas).sort();
	const components = Object.fromEntries(ids.map((id) => [id, clean(Object(schemas[id]))]));
	return {
		openapi: "3.1.0",
		info: {
			title: "病友協會內容服務",
			version: "1",
			description: "唯讀、免登入。錯誤一律為 application/problem+json（RFC 9457）。",
		},
		servers: [{ url: base + paths.api.root }],
		paths: Object.fromEntries(endpoints.map((of) => [openPath(of.path), operation(of)])),
		components: { schemas: { ...components, Problem: PROBLEM } },
	};
}

/** Returns the declaration of the address that serves the OpenAPI document. */
export const openapi = (endpoints: readonly Address[]) =>
	endpoint({
		path: "/openapi.json",
		summary: "OpenAPI 3.1",
		description: "這份說明的機器可讀版本。",
		params: z.object({}),
		query: z.strictObject({}),
		reply: "application/json",
		example: "/openapi.json",
		fill: async (fill) => ({
			kind: "text",
			contentType: "application/json; charset=utf-8",
			body: JSON.stringify(openapiDocument(endpoints, fill.site.base)),
		}),
	});
