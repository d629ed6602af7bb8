/** The errno name of a system call's error, such as `ENOENT`; anything else is a bug and is thrown on. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
