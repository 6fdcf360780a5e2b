import { type Route, view } from "#auth/route.ts";
import { auditPages } from "#db/audit.ts";
import { readAuditPage } from "#db/audit-page.ts";
import { noteExport } from "#domain/audit/actions.ts";
import { auditCsv } from "#domain/audit/export.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { paths } from "#http/paths.ts";
import { contentDisposition } from "#http/private-file.ts";
import { streamText } from "#http/stream.ts";
import { auditListPage } from "./list-page.ts";
import { AuditExportQuery, AuditQuery, cursorOf, filterOf } from "./query.ts";

const ROWS_PER_PAGE = 50;

export const listAudit = view({
	path: paths.admin.audit.list(),
	gate: "audit",
	query: AuditQuery,
	show: async ({ db, query, at }) => {
		const { before, after, ...filter } = query;
		const page = await readAuditPage(db, filterOf(filter), { ...cursorOf(query), size: ROWS_PER_PAGE });
		return auditListPage({ ...page, query: filter, at });
	},
});

export const exportAudit = view({
	path: paths.admin.audit.export(),
	gate: "audit",
	query: AuditExportQuery,
	fresh: true,
	show: async ({ db, query, at, by }) => {
		await noteExport(db, by);
		return new Response(streamText(auditCsv(auditPages(db, filterOf(query)))), {
			headers: {
				"Content-Type": "text/csv; charset=utf-8",
				"Content-Disposition": contentDisposition("attachment", `稽核紀錄-${dateInTaipei(at)}.csv`),
			},
		});
	},
});

export const AUDIT_ROUTES: readonly Route[] = [listAudit, exportAudit];
