import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const numberSeries = sqliteTable(
	"number_series",
	{
		series: text({
			enum: [
				"receipt:dues",
				"receipt:donation",
				"receipt:other",
				"voucher:income",
				"voucher:expense",
				"voucher:transfer",
			],
		}).notNull(),
		rocYear: integer("roc_year").notNull(),
		firstNo: integer("first_no").notNull().default(1),
		lastNo: integer("last_no").notNull(),
	},
	(table) => [primaryKey({ columns: [table.series, table.rocYear] })],
);
