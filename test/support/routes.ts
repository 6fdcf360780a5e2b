import { SURFACES } from "#surfaces.ts";

/** Every declared page and action, of all modules. */
export const routes = (await Promise.all(SURFACES.map(({ load }) => load()))).flat();
