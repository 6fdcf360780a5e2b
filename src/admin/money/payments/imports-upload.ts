import * as z from "zod";
import { paymentImports } from "#db/money/payment-imports.ts";
import { readRows } from "#db/read.ts";
import { IMPORTS_PER_PAGE, type ImportRow } from "#db/system/index.ts";
import { createList } from "#domain/money/payment-imports/actions.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import type { UploadOf } from "#kits/import/declaration.ts";
import { fileField } from "#ui/file-field.ts";
import { figure, money } from "#ui/money.ts";
import { readCounts } from "./imports-counts.ts";
import { PAYMENT_CRUMBS } from "./show-page.ts";

export const IMPORT_CRUMBS = [...PAYMENT_CRUMBS, { label: "匯入收款", href: paths.admin.payments.imports.list() }];

/** The upload page of lists of past payments (匯入收款). */
export const paymentUpload: UploadOf<ImportRow, object, object> = {
	title: "匯入收款",
	area: "收款",
	crumbs: PAYMENT_CRUMBS,
	lead: "把過去的收款整批匯入：保留原來的收據號碼，不另開收據、不產生傳票、不寄信。先試算每一列，看過再決定要不要寫入。",
	card: "上傳收款清冊",
	submit: "上傳並試算",
	fields: (_, state) => ({
		fields: fileField({
			name: "file",
			label: "收款清冊",
			state,
			accept: ".xlsx,.ods,.csv",
			required: true,
			hint: "xlsx、ods 或 csv（UTF-8 或 Big5），最大 10 MB、10,000 列。要有「金額」與「會員編號」或「姓名」；可以有年度、會費種類、繳費日期、核對日期、繳費方式、末五碼、收據號碼、備註。",
		}),
	}),
	form: z.strictObject({}),
	maxBytes: PURPOSE.import.maxBytes + 1024 * 1024,
	take: async ({ env, db, by }, { first: upload, key }) => ({
		id: await createList(env, db, { upload, key, by }),
		isKnown: false,
	}),
	size: IMPORTS_PER_PAGE,
	read: async (env, asked) => {
		const [rows, [count]] = await readRows(env.DB, ...paymentImports(asked));
		return { rows, total: count?.total ?? 0 };
	},
	brought: {
		label: "結果",
		words: ({ counts }) => {
			const { create, conflict, error, total } = readCounts(counts);
			return `新增 ${figure(create)} 筆，共 ${money(total)}；未匯入 ${figure(conflict + error)} 列`;
		},
	},
	nobody: "指令匯入",
	none: { title: "還沒有匯入過", text: "上傳協會過去的收款清冊，繳費歷程就會完整。" },
};
