import { test } from "vitest";
import { aMonth } from "../support/four-people-month.ts";

test(
	"without an accountant one of them keeps 會計 and 出納 by a resolution, and the month ends too",
	{ timeout: 120_000 },
	() => aMonth("without C"),
);
