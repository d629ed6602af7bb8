/** Uid of the login user where it is fixed: 88 for `dba`, as the inventories that use that name expect; else the guest's choice. */
export function loginUid(user: string): number | null {
  return user === 'dba' ? 88 : null;
}
