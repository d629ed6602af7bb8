/** Every file that the image cache may hold, relative to it; the only place that knows these names. */
export const cachePaths = {
  images: 'images',
  /** What is known of one image; the name is for people, the record is inside. */
  record: (alias: string, arch: string): string => `images/${alias}.${arch}.json`,
  /** The image itself, read-only, named by its digest. */
  image: (digest: string): string => `images/${digest.replace(':', '-')}.qcow2`,
  /** Facts of the file when its digest was last right. */
  verified: (digest: string): string => `images/${digest.replace(':', '-')}.verified.json`,
  /** Work that is not registered yet, named by its process; a killed build or import leaves it here, and a later one removes it. */
  incoming: (token: string): string => `images/.incoming-${token}`,
  /** What a recipe keeps between builds, such as packages. */
  recipe: (name: string): string => `recipes/${name}`,
} as const;
