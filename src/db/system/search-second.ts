import { ENTRY_KINDS } from "#domain/system/search/entry.ts";
import type { Wide } from "#domain/system/search/wide.ts";
import { type Asked, entryOf, isOfKind, isOfKinds, MOST_RANKED, ORDER } from "./search-exact.ts";
import type { SearchQuery } from "./search-query.ts";

/**
 * The least share of the weight of all that was typed which a hit of the second tier must have: of two words either
 * will do, of three that are as rare as each other two are needed, and a word that stands everywhere never suffices.
 */
const LEAST_SHARE = 0.35;
/** Where the numbers of pieces begin; those of parts are smaller. */
const FIRST_PIECE = 100;

/**
 * Returns the second tier as tables: `partly_counted` has the number of its hits by kind, `partial_page` those of the
 * page that come behind the exact ones. A hit has parts of enough weight, folded and with what may stand for them: a part
 * weighs more the fewer texts have it, and what no text has weighs nothing. Parts that over MOST_RANKED texts have only
 * order the hits, unless there are no others. Whoever finds over MOST_RANKED texts exactly gets no second tier.
 */
export function secondTier({ parts, pieces }: Wide, asked: Asked): string[] {
	const { bind, sort, scope, shown, match, limit, offset, filters } = asked;
	const id = "folded_fts.rowid";
	const inScope = `${isOfKinds(scope, id)} ${filters}`;
	const entry = filters === "" ? "" : entryOf("folded_fts");
	/** In how many texts an expression stands; of more than MOST_RANKED it is not counted further. */
	const standsIn = (match: string): string => `(SELECT count(*) FROM (SELECT 1 FROM folded_fts ${entry}
		WHERE folded_fts MATCH ${match} AND ${inScope} LIMIT ${MOST_RANKED + 1}))`;
	const exact = shown.map((kind) => `exact_${kind}`).join(" + ");
	return [
		`typed (part, match, texts) AS MATERIALIZED (SELECT key, value, ${standsIn("j.value")}
			FROM counted CROSS JOIN json_each(${bind(JSON.stringify(parts))}) j WHERE counted.exact <= ${MOST_RANKED})`,
		`sought (part, match, weight, is_common) AS MATERIALIZED (
			SELECT part, match, CAST(1000 * ln(1 + (SELECT count(*) FROM entries) * 1.0 / texts) AS INTEGER),
				texts > ${MOST_RANKED} AND min(texts) OVER () <= ${MOST_RANKED}
			FROM (SELECT * FROM typed UNION ALL SELECT ${FIRST_PIECE} + key, value ->> 'match', ${standsIn("j.value ->> 'match'")}
				FROM typed CROSS JOIN json_each(${bind(JSON.stringify(pieces))}) j WHERE typed.texts = 0 AND value ->> 'of' = typed.part)
			WHERE texts > 0)`,
		`partly (id, weight) AS MATERIALIZED (SELECT ${id}, sum(weight) FROM sought CROSS JOIN folded_fts ${entry}
			WHERE NOT is_common AND folded_fts MATCH sought.match AND ${inScope}
				AND ${id} NOT IN (SELECT rowid FROM entries_fts WHERE entries_fts MATCH ${match})
			GROUP BY 1 HAVING sum(weight) >= ${LEAST_SHARE} * (SELECT sum(weight) FROM sought WHERE NOT is_common))`,
		`partly_counted AS MATERIALIZED (SELECT ${ENTRY_KINDS.map((kind) => `count(*) FILTER (WHERE ${isOfKind(kind, "id")}) AS ${kind}`).join(", ")}
			FROM partly)`,
		...(sort === "relevance" ? [LEANING] : []),
		`partial_page AS MATERIALIZED (SELECT id, row_number() OVER () AS place FROM (
			SELECT p.id FROM partly p CROSS JOIN entries e ON e.id = p.id ${sort === "relevance" ? "LEFT JOIN leaning l ON l.id = p.id" : ""}
			WHERE ${isOfKinds(shown, "p.id")} ORDER BY ${orderOf(sort)}
			LIMIT max(0, ${limit} - (SELECT count(*) FROM exact_page)) OFFSET max(0, ${offset} - (SELECT ${exact} FROM counted))))`,
	];
}

/** What decides between hits of the same weight: the common parts, and rare ones in the title. */
const LEANING = `leaning (id, weight) AS MATERIALIZED (SELECT folded_fts.rowid, sum(weight) FROM sought CROSS JOIN folded_fts
	WHERE folded_fts MATCH CASE WHEN is_common THEN sought.match ELSE '{title} : (' || sought.match || ')' END
		AND folded_fts.rowid IN (SELECT id FROM partly) GROUP BY 1)`;

const orderOf = (sort: SearchQuery["sort"]): string =>
	sort === "relevance"
		? "p.weight DESC, l.weight DESC, e.published_at DESC, e.id DESC"
		: ORDER[sort].replace(/\bid\b/g, "e.id");
