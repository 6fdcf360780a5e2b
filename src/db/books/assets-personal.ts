import { personal } from "#db/personal-data.ts";

export const assets = personal({
	noFreeText: {
		assets: { columns: "unit", why: "台, 張" },
	},
});
