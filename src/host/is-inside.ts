import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/** Whether a folder is another one or stands below it, whatever links lead there. False where one of them is not there. */
export async function isInside(folder: string, outer: string): Promise<boolean> {
  const [inner, around] = await Promise.all([folder, outer].map((each) => realpath(each).catch(() => null)));
  if (inner === null || inner === undefined || around === null || around === undefined) return false;
  return inner === around || inner.startsWith(around.endsWith(sep) ? around : `${around}${sep}`);
}
