export { default } from "./bank-desk.ts";
