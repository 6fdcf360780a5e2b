// The door to the verbs of the module shell that others may call.
export { makeCopy } from "#domain/shell/personal-copies/actions.ts";
