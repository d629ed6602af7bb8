declare const PADDOCK_VERSION: string;

/** The version of package.json; put in by the build. */
export const version: string = PADDOCK_VERSION;
