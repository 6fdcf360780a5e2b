import { test } from "vitest";
import { aMonth } from "../support/four-people-month.ts";

test(
	"two paid people, an accountant who comes twice and a chair on the phone do a whole month",
	{ timeout: 120_000 },
	() => aMonth("with C"),
);
