import { type Route, view } from "#auth/route.ts";
import { auditPages } from "#db/system/index.ts";
import { noteTaken } from "#domain/system/actions.ts";
import { auditCsv } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { contentDisposition } from "#http/private-file.ts";
import { streamText } from "#http/stream.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { backTo, notedOf } from "#kits/list/taking-away.ts";
import { auditLog } from "./list.ts";
import { AuditExportQuery, filterOf } from "./query.ts";

export const exportAudit = view({
	path: paths.admin.audit.export(),
	gate: "audit",
	query: AuditExportQuery,
	// The file holds changes of all members' data, so that even a few rows count as sealed data.
	holds: "sealed",
	show: async (ask) => {
		const { db, query, at, by } = ask;
		const first = await auditPages(db, filterOf(query)).next();
		if (first.done || first.value.length === 0)
			return backTo(ask, { page: paths.admin.audit.list() }, "沒有可以匯出的紀錄。");
		await noteTaken(
			db,
			{ action: "audit.export", type: "audit_log", changes: { format: "csv", filter: notedOf(query) } },
			by,
		);
		return new Response(streamText(auditCsv(auditPages(db, filterOf(query)))), {
			headers: {
				"Content-Type": "text/csv; charset=utf-8",
				"Content-Disposition": contentDisposition("attachment", `稽核紀錄-${dateInTaipei(at)}.csv`),
			},
		});
	},
});

export const AUDIT_ROUTES: readonly Route[] = [auditLog, exportAudit];
