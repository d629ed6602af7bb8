/** A resolved tag as people write it, for example `!!set`. */
export function shortTag(tag: string): string {
  return tag.replace(/^tag:yaml\.org,2002:/, '!!');
}
